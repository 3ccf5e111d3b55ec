/** Whatever steps a session has, in whatever order and by whichever process: its chain and its evidence verify. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EvidenceReport, verifyPack } from "../core/evidence/verify";
import { readJsonText } from "../core/json/read";
import type { JsonObject, JsonValue } from "../core/json/value";
import { EVALUATED_METHODS } from "../core/wire/hooks/registry";
import { nodeCrypto } from "../server/crypto-node";
import { storedEvidence } from "../storage/reads/evidence";
import { bundleOf, PERMIT_ALL, rowsOf, rule, verified } from "../testing/probes";
import { messageBytes, type ScriptedSession } from "../testing/scripted-agent";
import { trustedKeys } from "../testing/trusted-keys";
import { anyStep, STEP_METHODS, stepOf, type ValidStep } from "../testing/valid-steps";
import {
  approvalOf,
  contextIn,
  decide,
  everyHook,
  openSession,
  readAnswer,
  send,
  type World,
  world,
} from "../testing/world";
import { evidencePack } from "./queries/evidence-pack";

const WRAPPED = "protocols/MCP/tools/call";
const LONG = { timeout: 180_000 };
let w: World;
let guardians: readonly World["guardian"][] = [];
beforeAll(async () => {
  w = await world();
  guardians = [w.guardian, (await w.replica()).guardian];
  await w.person();
  await w.publish({
    ...bundleOf("any", [
      PERMIT_ALL,
      rule("ask-a", { disposition: "ask", code: "a" }, 'context has tool && context.tool == "a"'),
    ]),
    paradigms: {
      consequential: ["tool:b"],
      ibac: { on_mismatch: "ask", max_extensions: 3 },
      fides: { on_untrusted: "deny", flows: [] },
      aarm: { look_back_steps: 5, on_taint: "ask" },
    },
  });
});
afterAll(() => w.close());

const newSession = async (): Promise<ScriptedSession> =>
  openSession(w.guardian, await w.agent(), { hello: everyHook(WRAPPED) });

const messageOf = (session: ScriptedSession, { method, payload, metadata }: ValidStep): JsonObject => {
  const isChild = method === "steps/subagentStart";
  return session.message(method, isChild ? { ...payload, parent_session_id: session.sessionId } : payload, {
    metadata,
  });
};

/** Alone or in batches, now here and now there. */
async function play(session: ScriptedSession, steps: readonly ValidStep[], by: readonly number[]): Promise<void> {
  for (let at = 0, turn = 0; at < steps.length; turn += 1) {
    const size = 1 + ((by[turn % by.length] ?? 0) % 3);
    const messages = steps.slice(at, at + size).map((step) => messageOf(session, step));
    const guardian = guardians[turn % guardians.length] ?? w.guardian;
    const answers = await answersOf(guardian, messages);
    expect(answers.map((answer) => answer.error)).toEqual(messages.map(() => ({})));
    at += size;
  }
}

async function answersOf(guardian: World["guardian"], messages: readonly JsonObject[]) {
  if (messages.length === 1) return [await send(guardian, messages[0] as JsonObject)];
  const bytes = await guardian.handle(messageBytes(messages as JsonValue));
  const read = readJsonText(new TextDecoder().decode(bytes));
  if (!read.ok || !Array.isArray(read.value)) throw new Error("a batch is answered with a list");
  return read.value.map((one: JsonValue) => readAnswer(messageBytes(one)));
}

async function packOf(session: ScriptedSession): Promise<JsonValue> {
  const { key } = await rowsOf(w, session);
  const stored = await storedEvidence(w.container.prisma, { tenantId: "default", key, exact: true });
  const read = stored && readJsonText(evidencePack(w.container.keyring, stored, w.container.clock.now()));
  if (!read?.ok) throw new Error("no evidence");
  return read.value;
}

const judged = async (session: ScriptedSession): Promise<EvidenceReport> =>
  verifyPack(nodeCrypto, await packOf(session), { guardianKeys: trustedKeys(w.container.keyring.published()) });

describe("a session of any steps", () => {
  it("is made of every hook there is", () => {
    const others = ["steps/sessionEnd", WRAPPED];
    expect([...STEP_METHODS, "steps/sessionEnd"].sort()).toEqual(
      [...new Set([...EVALUATED_METHODS, ...others])].sort(),
    );
  });

  it("gets an entry for each of them, and verifies while it is open and when it has ended", LONG, async () => {
    const steps = fc.array(anyStep, { minLength: 1, maxLength: 24 });
    const by = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 8 });
    const property = fc.asyncProperty(steps, by, async (sent, turns) => {
      const session = await newSession();
      await play(session, sent, turns);
      const { entries } = await rowsOf(w, session);
      expect(entries).toBeGreaterThanOrEqual(sent.length + 1);
      expect((await verified(w, session)).findings).toEqual([]);
      expect((await contextIn(w.container, session)).steps).toBeLessThanOrEqual(sent.length + 1);
      await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
      expect(await judged(session)).toMatchObject({ verdict: "verified", findings: [] });
    });
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
  });

  it.each(STEP_METHODS)("takes any valid %s, ten times over", LONG, async (method) => {
    const session = await newSession();
    await play(session, fc.sample(stepOf(method), 10), [0, 2]);
    expect((await verified(w, session)).findings).toEqual([]);
  });
});

describe("one changed character", () => {
  const texts = [
    ["entry", "content"],
    ["envelope", "request"],
    ["envelope", "response"],
  ] as const;

  it("of anything stored is found, wherever it is", LONG, async () => {
    const person = await w.person();
    const session = await newSession();
    const call = { tool: { name: "a" }, arguments: { x: { value: 1 } } };
    const asked = await send(w.guardian, session.message("steps/toolCallRequest", call));
    await decide(w.deps, person, approvalOf(asked).approval_id);
    expect((await send(w.guardian, session.message("steps/toolCallRequest", call))).decision).toBe("allow");
    await play(session, fc.sample(anyStep, 6), [0]);
    await send(w.guardian, session.message("steps/sessionEnd", { reason: "completed" }));
    const { key } = await rowsOf(w, session);
    const { pool } = w.container;
    for (const [table, column] of texts) {
      const { rows } = await pool.query<{ seq: number; text: string }>(
        `SELECT seq, ${column} AS text FROM ${table} WHERE session_key = $1 AND seq IS NOT NULL ORDER BY seq`,
        [key],
      );
      const put = (seq: number, text: string) =>
        pool.query(`UPDATE ${table} SET ${column} = $3 WHERE session_key = $1 AND seq = $2`, [key, seq, text]);
      for (const { seq, text } of rows) {
        const places = fc.sample(fc.nat({ max: text.length - 1 }), 3);
        for (const at of places) {
          const letter = text[at] === "7" ? "8" : "7";
          await put(seq, `${text.slice(0, at)}${letter}${text.slice(at + 1)}`);
          const report = await judgedWith(session);
          expect([table, seq, at, report.verdict]).toEqual([table, seq, at, "tampered"]);
          await put(seq, text);
        }
      }
    }
    expect((await judgedWith(session)).verdict).toBe("verified");
  });

  /** With the agent's secret, so that what only a signature covers counts too. */
  async function judgedWith(session: ScriptedSession): Promise<EvidenceReport> {
    const row = await w.container.prisma.session.findFirstOrThrow({ where: { sessionId: session.sessionId } });
    const held = await w.container.prisma.agentKey.findUniqueOrThrow({ where: { keyId: row.keyId } });
    const secret = w.container.keyring.unseal(held.secretSealed ?? "");
    return verifyPack(nodeCrypto, await packOf(session), {
      guardianKeys: trustedKeys(w.container.keyring.published()),
      secrets: new Map([[row.keyId, secret]]),
    });
  }
});
