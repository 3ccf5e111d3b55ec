/** Whatever goes wrong after authentication is a signed DENY with its own code: never a 500, never a silence (R13, R20). */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleDigest } from "../core/policy/bundle";
import { nodeCrypto } from "../server/crypto-node";
import { bundleOf, chainOf, defaultAnd, PERMIT_ALL, rowsOf, rule, sql, verified } from "../testing/probes";
import { type ScriptedSession, scriptedSession, toolCall, userMessage } from "../testing/scripted-agent";
import { type Answer, openSession, send, type World, world } from "../testing/world";
import type { GuardianDeps } from "./deps";
import { createGuardian, type Guardian } from "./handle";

const CALL = "steps/toolCallRequest";
const SAY = "steps/userMessage";
const LOOKUP = toolCall("lookup_account", { id: "c1" });
let w: World;
let admin: pg.Client;
let name = "";
beforeAll(async () => {
  w = await world();
  const url = new URL(w.container.url);
  name = url.pathname.slice(1);
  url.pathname = "/postgres";
  admin = new pg.Client({ connectionString: url.toString() });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await w.close();
});

const say = (session: ScriptedSession, guardian: Guardian = w.guardian): Promise<Answer> =>
  send(guardian, session.message(SAY, userMessage("hello")));
const killAll = () => admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
const allowConnections = (allowed: boolean) => admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);

function expectDenied(session: ScriptedSession, answer: Answer, code: string): void {
  expect(answer).toMatchObject({ decision: "deny", codes: [code] });
  expect(answer.result.chain_hash).toBeUndefined();
  expect(session.verifies(answer.raw)).toBe(true);
}

describe("a policy that cannot be evaluated", () => {
  it("denies, and names the policy that failed and why", async () => {
    const broken = rule("typo-in-amount", { disposition: "ask" }, "context.args.amount > 500");
    await w.publish(bundleOf("broken", [PERMIT_ALL, broken]));
    const session = await openSession(w.guardian, await w.agent());
    for (const args of [{ amount: "many" }, {}, { amount: null }]) {
      const answer = await send(w.guardian, session.message(CALL, toolCall("refund_payment", args)));
      expect(answer).toMatchObject({ decision: "deny", codes: ["policy_error"] });
      expect(String(answer.result.reasoning)).toContain("typo-in-amount");
      expect(typeof answer.result.chain_hash).toBe("string");
    }
    await w.publish(defaultAnd("as before"));
  });

  it.each([
    ["is no JSON", "{"],
    ["holds no Cedar", JSON.stringify(bundleOf("x", [{ id: "a", text: "permit everything" }]))],
    ["has a misspelled disposition", JSON.stringify(bundleOf("x", [PERMIT_ALL, rule("a", { disposition: "alow" })]))],
  ])("because its stored bundle %s denies every step, and a good one is taken again", async (_what, content) => {
    const session = await openSession(w.guardian, await w.agent());
    const digest = bundleDigest(nodeCrypto, content);
    const insert = `INSERT INTO bundle (digest, tenant_id, content, version)
      SELECT $1, 'default', $2, max(version) + 1 FROM bundle`;
    await sql(w, insert, [digest, content]);
    await sql(w, "UPDATE tenant SET bundle_digest = $1, policy_epoch = policy_epoch + 1", [digest]);
    for (let time = 0; time < 2; time += 1) expectDenied(session, await say(session), "evaluation_failed");
    await w.publish(defaultAnd(`mended after one that ${_what}`));
    expect((await say(session)).decision).toBe("allow");
  });

  it("because its stored bundle was altered denies every step", async () => {
    const session = await openSession(w.guardian, await w.agent());
    await w.publish(defaultAnd("to be altered"));
    await sql(w, "UPDATE bundle SET content = content || ' ' WHERE digest = (SELECT bundle_digest FROM tenant)");
    expectDenied(session, await say(session), "evaluation_failed");
    await w.publish(defaultAnd("unaltered"));
    expect((await say(session)).decision).toBe("allow");
  });
});

describe("a database", () => {
  it("that cuts its connections again and again loses no acknowledged step and lets none through unrecorded", async () => {
    const sessions = await Promise.all(Array.from({ length: 4 }, async () => openSession(w.guardian, await w.agent())));
    const answers: { session: ScriptedSession; answer: Answer }[] = [];
    for (let round = 0; round < 12; round += 1) {
      const under = sessions.flatMap((session) =>
        [say(session), say(session)].map(async (sent) => ({ session, answer: await sent })),
      );
      await killAll();
      answers.push(...(await Promise.all(under)));
    }
    for (const { session, answer } of answers) expect(session.verifies(answer.raw)).toBe(true);
    for (const session of sessions) {
      const stored = new Set((await chainOf(w, session)).map((entry) => entry.entryHash));
      for (const { answer } of answers.filter((one) => one.session === session)) {
        if (answer.decision === "allow") expect(stored).toContain(answer.result.chain_hash);
        else expectDenied(session, answer, "store_unavailable");
      }
      expect((await say(session)).decision).toBe("allow");
      expect((await verified(w, session)).findings).toEqual([]);
    }
  });

  it("that is gone means signed denials, and recovers", async () => {
    const agent = await w.agent();
    const known = await openSession(w.guardian, agent);
    const other = await w.replica();
    const warm = await openSession(other.guardian, agent);
    await allowConnections(false);
    try {
      await killAll();
      expectDenied(known, await say(known), "store_unavailable");
      expectDenied(warm, await say(warm, other.guardian), "store_unavailable");
      const unread = await say(known, other.guardian);
      expect([unread.codes[0], unread.reason]).toContain(
        unread.decision === "deny" ? "store_unavailable" : "store_failed",
      );
      const hello = await send(w.guardian, scriptedSession(agent).hello());
      expect(hello).toMatchObject({ code: -32603, reason: "store_failed" });
      const question = known.message("guardian/approval", { approval_id: "apr_1" });
      expect(await send(w.guardian, question)).toMatchObject({ code: -32603, reason: "store_failed" });
      expect((await send(w.guardian, known.unsigned("system/ping", {}))).decision).toBe("allow");
    } finally {
      await allowConnections(true);
    }
    expect((await say(known)).decision).toBe("allow");
    expect((await say(warm, other.guardian)).decision).toBe("allow");
    expect((await verified(w, known)).findings).toEqual([]);
  });
});

describe("a defect", () => {
  const broken = (): never => {
    throw new TypeError("a bug");
  };
  const withDeps = (change: Partial<GuardianDeps>): Guardian => createGuardian({ ...w.deps, ...change });

  it("while reading the session is a signed denial of the step, and a signed error for a hello", async () => {
    const agent = await w.agent();
    const session = await openSession(w.guardian, agent);
    const guardian = withDeps({ store: { ...w.deps.store, session: async () => broken() } });
    expectDenied(session, await say(session, guardian), "evaluation_failed");
    const fresh = scriptedSession(agent);
    const hello = await send(guardian, fresh.hello());
    expect(hello).toMatchObject({ code: -32603, reason: "guardian_defect" });
    expect(fresh.verifies(hello.raw)).toBe(true);
    expect(hello.text).not.toContain("a bug");
  });

  it("in the engine is a signed denial of the step", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const loaded = { digest: "sha256:0", epoch: 1n, bans: [], paradigms: {}, hostRules: [], evaluate: broken };
    const guardian = withDeps({ engine: { load: () => ({ ok: true, value: loaded }) } });
    expectDenied(session, await send(guardian, session.message(CALL, LOOKUP)), "evaluation_failed");
    expect(await rowsOf(w, session)).toMatchObject({ entries: 1 });
  });

  it("before the key is known is an unsigned -32603", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const guardian = withDeps({ store: { ...w.deps.store, agentKey: async () => broken() } });
    const answer = await say(session, guardian);
    expect(answer).toMatchObject({ code: -32603, reason: "guardian_defect" });
    expect(answer.error.signature).toBeUndefined();
  });
});

describe("a commit whose outcome is unknown", () => {
  const lost = { kind: "unknown", error: new Error("connection lost") } as const;

  it("is answered with what was stored when it had happened", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const { journal } = w.deps;
    const commit: typeof journal.commit = async (plan) =>
      (await journal.commit(plan)).kind === "committed" ? lost : lost;
    const answer = await say(session, createGuardian({ ...w.deps, journal: { ...journal, commit } }));
    expect(answer.decision).toBe("allow");
    expect((await chainOf(w, session)).at(-1)?.envelope?.response).toBe(answer.text);
  });

  it("is a denial with an audit event when it had not", async () => {
    const session = await openSession(w.guardian, await w.agent());
    const { journal } = w.deps;
    const commit: typeof journal.commit = async (plan) => (plan.envelope ? lost : journal.commit(plan));
    const answer = await say(session, createGuardian({ ...w.deps, journal: { ...journal, commit } }));
    expectDenied(session, answer, "store_unavailable");
    await expect.poll(async () => w.container.prisma.audit.count({ where: { action: "delivery_unknown" } })).toBe(1);
    expect((await say(session)).decision).toBe("allow");
  });
});
