/** The session that uses everything: each step's decision, the rows that it left, and its evidence, from outside. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_BUNDLE } from "../core/policy/default-bundle";
import { EVALUATED_METHODS } from "../core/wire/hooks/registry";
import { type CollectorStub, collectorStub } from "../testing/collector-stub";
import { commandRunner, type Ran } from "../testing/command-run";
import { type GuardianProcess, startGuardian } from "../testing/guardian-process";
import { decide, type World, world } from "../testing/world";
import { type DemoEvent, parseEvent } from "./demo/events";
import { storedForm } from "./demo/full/policies";

let w: World;
let guardian: GuardianProcess;
let dataDir: string;
let collector: CollectorStub;
let ocsfFile: string;
let ran: Ran;

const MINUTES = 240_000;

beforeAll(async () => {
  w = await world();
  dataDir = mkdtempSync(path.join(tmpdir(), "guardian-full-"));
  collector = await collectorStub();
  ocsfFile = path.join(dataDir, "ocsf.jsonl");
  const env = { GUARDIAN_OTLP_URL: collector.url, GUARDIAN_OCSF_FILE: ocsfFile };
  guardian = await startGuardian({ databaseUrl: w.container.url, dataDir, master: w.master, env });
  const stop = await approveEverything();
  ran = await run("lib/cli/demo-full.ts", ["--json"]);
  await stop();
}, MINUTES);
afterAll(async () => {
  await guardian.stop();
  await collector.close();
  await w.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const run: ReturnType<typeof commandRunner> = (...given) =>
  commandRunner({ dataDir, databaseUrl: w.container.url, master: w.master, acsUrl: guardian.acsUrl })(...given);

/** As a person would in the console, extending the Intent for the session where that is offered. */
async function approveEverything(): Promise<() => Promise<void>> {
  const person = await w.person();
  let running = true;
  const work = (async () => {
    while (running) {
      const pending = await w.container.prisma.approval.findFirst({ where: { state: "pending" } });
      if (pending) {
        const extends_ = pending.tool === "issue_voucher" ? { grant: { scope: "session" as const } } : {};
        await decide(w.deps, person, pending.id, extends_);
      }
      await new Promise((resume) => setTimeout(resume, 100));
    }
  })();
  return async () => {
    running = false;
    await work;
  };
}

type Took = Extract<DemoEvent, { event: "took" }>;

const events = (): readonly DemoEvent[] => ran.output.split("\n").flatMap((line) => parseEvent(line) ?? []);
const took = (): readonly Took[] => events().flatMap((event) => (event.event === "took" ? [event] : []));

/** Main session first. */
async function sessions() {
  const ids = events().flatMap((event) => (event.event === "opened" ? [event.session_id] : []));
  return Promise.all(ids.map((sessionId) => w.container.prisma.session.findFirstOrThrow({ where: { sessionId } })));
}

async function storedSession(nth: 0 | 1) {
  const session = (await sessions())[nth];
  if (session === undefined) throw new Error("there is no such session");
  const where = { sessionKey: session.key };
  const entries = await w.container.prisma.entry.findMany({ where, orderBy: { seq: "asc" } });
  const envelopes = await w.container.prisma.envelope.findMany({ where });
  return { session, entries, envelopes };
}

/** Every step that was not simply allowed, in order: what it was, how it was answered, and why. */
const SPECIAL = [
  ["What the handbook says of broken goods", "modify", "internal_note_withheld"],
  ["search_orders for 500 orders", "modify", "search_limited"],
  ["get_bank_details", "defer,allow", "identity_not_checked"],
  ["refund_payment of 840", "ask,allow", "refund_over_limit"],
  ["issue_voucher", "ask,allow", "ibac_intent_mismatch"],
  ["Skill mail-merge", "deny", "skill_unverifiable"],
  ["files becomes version 1.3.1", "deny", "component_banned"],
  ["get_invoice of a customer that the handbook named", "deny", "camel_dependency_graph_violation"],
  ["send_mail to an address that the handbook named", "deny", "fides_p_t_violation"],
  ["refund_payment of 20", "deny", "aarm_cumulative_taint"],
  ["upload_report", "deny", "aarm_cumulative_taint"],
  ["get_invoice, which only its parent's Intent names", "deny", "ibac_scope_mode_strict"],
] as const;

describe("the full demo", () => {
  it("holds, and decides every step as the story says", () => {
    expect(events().flatMap((event) => (event.event === "story" ? event.faults : []))).toEqual([]);
    expect(ran.code).toBe(0);
    expect(took().filter(({ as_meant }) => !as_meant)).toEqual([]);
    const special = took().filter(({ decisions }) => decisions.join() !== "allow");
    expect(special.map(({ what, decisions }) => [what, decisions.join()])).toEqual(
      SPECIAL.map(([what, decisions]) => [expect.stringContaining(what), decisions]),
    );
    for (const [index, [, , code]] of SPECIAL.entries()) expect(special[index]?.reason_codes).toContain(code);
  });

  it("denies once by all four paradigms together", () => {
    const composed = took().find(({ what }) => what.startsWith("upload_report"));
    expect(composed?.reason_codes).toEqual(
      expect.arrayContaining(["ibac_intent_mismatch", "fides_p_t_violation", "camel_dependency_graph_violation"]),
    );
  });

  it("uses every hook, both AgBOM methods and MCP, request and answer", async () => {
    const { entries } = await storedSession(0);
    const types = new Set(entries.map(({ stepType }) => stepType));
    expect(EVALUATED_METHODS.filter((method) => !types.has(method))).toEqual([]);
    for (const name of ["initialize", "prompts/get", "resources/read", "tools/call"]) {
      expect(entries.filter(({ stepType }) => stepType === `protocols/MCP/${name}`)).toHaveLength(2);
    }
    const reported = entries.filter(({ stepType }) => stepType === "steps/toolCallResult");
    expect(reported.every(({ resultOf }) => resultOf !== null)).toBe(true);
  });

  it("stores the decision of each entry as the agent heard it, signed with ML-DSA-65 on both sides", async () => {
    const { session, entries, envelopes } = await storedSession(0);
    const heard = new Map(
      events().flatMap((event) => (event.event === "acknowledged" ? [[event.chain_hash, event.decision]] : [])),
    );
    const answered = entries.filter(({ entryHash }) => heard.has(entryHash));
    expect(answered.length).toBeGreaterThan(60);
    expect(answered.map(({ decision }) => decision)).toEqual(answered.map(({ entryHash }) => heard.get(entryHash)));
    const algorithms = envelopes.flatMap(({ request, response }) => [
      JSON.parse(request).params.signature.algorithm,
      JSON.parse(response).result.signature.algorithm,
    ]);
    expect(new Set(algorithms)).toEqual(new Set(["ML-DSA-65"]));
    expect(JSON.parse(session.terms).profiles_accepted).toEqual(
      expect.arrayContaining(["acs-core", "acs-inspect", "acs-inspect-dynamic", "acs-provenance", "acs-crypto"]),
    );
  });

  it(
    "leaves a chain whose evidence verifies with keys from outside of it, and not with one byte changed",
    async () => {
      const file = path.join(dataDir, "demo-full-evidence.json");
      const keys = ["guardian-keys", "agent-keys"].map((name) => path.join(dataDir, `demo-full-${name}.json`));
      const [guardianKeys = "", agentKeys = ""] = keys;
      const verify = (pack: string) =>
        run("lib/cli/verify.ts", [pack, "--key", guardianKeys, "--agent-key", agentKeys]);
      const sound = await verify(file);
      expect(sound.output).toMatch(/^VERIFIED/);
      expect(sound.output).not.toContain("not checked");
      const altered = path.join(dataDir, "altered.json");
      writeFileSync(altered, readFileSync(file, "utf8").replace("INV-7731", "INV-7732"));
      const tampered = await verify(altered);
      expect([tampered.code, tampered.output]).toEqual([1, expect.stringMatching(/^TAMPERED/)]);
    },
    MINUTES,
  );

  it("keeps the right lineage through the compaction, and provenance in the summary of the entries", async () => {
    const { session, entries } = await storedSession(0);
    const compaction = entries.find(({ stepType }) => stepType === "steps/postCompact");
    expect(compaction?.reasonCodes).toEqual([]);
    const summary = JSON.parse(entries.at(-1)?.content ?? "{}").provenance_summary;
    expect(summary.origins_seen).toEqual(
      expect.arrayContaining(["user_input", "system", "retrieved", "tool_output", "agent_generated"]),
    );
    expect(JSON.parse(session.context).compactions).toBe(1);
  });

  it("links the subagent's session to its parent, under an Intent that is narrower", async () => {
    const [parent, child] = [await storedSession(0), await storedSession(1)];
    expect(child.session.parentKey).toBe(parent.session.key);
    expect(JSON.parse(child.session.context).intent).toMatchObject({
      parsed: [{ tool: "search_orders" }],
      scope_mode: "strict",
    });
    expect(JSON.parse(parent.session.context).subagents).toMatchObject([
      { state: "stopped", outcome: "completed" },
      { state: "stopped", outcome: "cancelled" },
    ]);
    expect([parent.session.state, child.session.state]).toEqual(["closed", "closed"]);
  });

  it("lets a person decide what was asked and deferred, and extends the Intent for the session", async () => {
    const { session, entries } = await storedSession(0);
    const approvals = await w.container.prisma.approval.findMany({
      where: { sessionKey: session.key },
      orderBy: { createdAt: "asc" },
    });
    expect(approvals.map(({ kind, tool, state }) => [kind, tool, state])).toEqual([
      ["defer", "get_bank_details", "consumed"],
      ["ask", "refund_payment", "consumed"],
      ["ask", "issue_voucher", "consumed"],
    ]);
    expect(JSON.parse(session.context).intent.grants).toMatchObject([{ capabilities: [{ tool: "issue_voucher" }] }]);
    expect(entries.filter(({ stepType }) => stepType === "intent_extension")).toHaveLength(1);
  });

  it("leaves the default policies in force, and a ban that ends by itself", async () => {
    const tenant = await w.container.prisma.tenant.findUniqueOrThrow({ where: { id: "default" } });
    expect(tenant.bundleDigest).toBe(storedForm(DEFAULT_BUNDLE).digest);
    const bans = await w.container.prisma.ban.findMany();
    expect(bans).toMatchObject([{ name: "files", revokedAt: null }]);
    expect(bans[0]?.expiresAt).toBeInstanceOf(Date);
  });

  it("does not replace policies that somebody wrote", async () => {
    await w.publish({ ...DEFAULT_BUNDLE, name: "Ours" });
    const refused = await run("lib/cli/demo-full.ts", []);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("does not replace what somebody wrote");
  });
});

/** W§19: what the span of a step must carry; the session's steps all had it in their payloads. */
const REQUIRED: { readonly [method: string]: readonly string[] } = {
  "steps/sessionStart": ["acs.session.id"],
  "steps/agentTrigger": ["acs.agent.id", "acs.trigger.type"],
  "steps/turnStart": ["acs.turn.id", "acs.turn.triggered_by"],
  "steps/userMessage": ["acs.session.id", "acs.content.types"],
  "steps/agentResponse": ["acs.session.id", "acs.agent.id"],
  "steps/toolCallRequest": ["gen_ai.tool.name", "acs.capability"],
  "steps/toolCallResult": ["gen_ai.tool.name", "acs.exit_status"],
  "steps/knowledgeRetrieval": ["acs.source.type", "acs.results.count"],
  "steps/memoryStore": ["acs.memory_store.name", "acs.operation"],
  "steps/memoryContextRetrieval": ["acs.memory_store.name", "acs.results.count"],
  "steps/preCompact": ["acs.compact.entry_count", "acs.compact.triggered_by"],
  "steps/postCompact": ["acs.compact.entry_count"],
  "steps/subagentStart": [
    "acs.subagent.session_id",
    "acs.subagent.parent_session_id",
    "acs.subagent.intent_derivation",
  ],
  "steps/subagentStop": ["acs.subagent.session_id", "acs.subagent.outcome"],
  "steps/skillRegister": ["acs.skill.id", "acs.skill.digest.algorithm", "acs.skill.digest.value"],
  "steps/skillLoad": ["acs.skill.id", "acs.skill.load_trigger", "acs.skill.load_path"],
  "steps/skillUnload": ["acs.skill.id", "acs.skill.reason"],
  "steps/turnEnd": ["acs.turn.id", "acs.turn.outcome"],
  "steps/sessionEnd": ["acs.session.reason"],
  "agbom/snapshot": ["acs.agbom.format", "acs.agbom.component_count"],
  "agbom/changed": ["acs.agbom.format", "acs.agbom.change_reason"],
};

describe("its traces", () => {
  it("hold a span and events of every step, with the decision and what ACS requires", async () => {
    const { entries } = await storedSession(0);
    await guardian.stop();
    const steps = entries.filter(({ stepType }) => /^(steps|agbom|protocols)\//.test(stepType));
    const events = readFileSync(ocsfFile, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(new Set(steps.map(({ stepType }) => stepType))).toEqual(
      new Set([
        ...Object.keys(REQUIRED),
        ...steps.map(({ stepType }) => stepType).filter((t) => t.startsWith("protocols/")),
      ]),
    );
    for (const { stepId, stepType, decision, entryHash } of steps) {
      const spans = collector.spans.filter(
        (span) => span.attributes["acs.request_id"] === stepId && span.attributes["acs.method"],
      );
      expect(spans, stepType).toHaveLength(1);
      expect(Object.keys(spans[0]?.attributes ?? {}), stepType).toEqual(
        expect.arrayContaining([...(REQUIRED[stepType] ?? [])]),
      );
      expect(spans[0]?.events[0], stepType).toMatchObject({
        name: "acs.decision",
        attributes: { "acs.decision": decision, "acs.evaluator": "deterministic", "acs.chain_hash": entryHash },
      });
      const told = events.filter(
        ({ metadata, unmapped }) => metadata.correlation_uid === stepId && !("approval_id" in unmapped.acs),
      );
      expect(told, stepType).toHaveLength(2);
      expect(told[1], stepType).toMatchObject({
        class_uid: decision === "allow" ? 6002 : 2004,
        unmapped: { acs: { decision } },
      });
    }
  });
});
