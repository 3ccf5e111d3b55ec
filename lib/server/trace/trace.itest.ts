import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../core/json/value";
import { DEFAULT_BUNDLE } from "../../core/policy/default-bundle";
import { EVALUATED_METHODS } from "../../core/wire/hooks/registry";
import { type CollectorStub, collectorStub, type StubSpan } from "../../testing/collector-stub";
import {
  messageBytes,
  type ScriptedSession,
  scriptedSession,
  toolCall,
  toolResult,
  userMessage,
} from "../../testing/scripted-agent";
import { type Answer, approvalOf, decide, readAnswer, type TestPerson, type World, world } from "../../testing/world";
import { type Container, createContainer } from "../container";
import { traceSettings } from "./settings";

const CANARY = "sk-live-9aF3kQ7xPz2mWv8LtB4nHc6R";
const CALLER = { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331" };

const REDACT = {
  id: "redact-answers",
  text: `@disposition("modify") @redact("/content/0/value") @reason("Answers are private.")
    forbid (principal, action == Action::"steps/agentResponse", resource);`,
};

let w: World;
let folder: string;
let approver: TestPerson;
beforeAll(async () => {
  w = await world();
  await w.publish({ ...DEFAULT_BUNDLE, policies: [...DEFAULT_BUNDLE.policies, REDACT] });
  approver = await w.person();
  folder = mkdtempSync(path.join(tmpdir(), "guardian-trace-"));
});
afterAll(async () => {
  await w.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Its trace thread is up, so that closing it can send what there is. */
async function traced(env: Record<string, string>): Promise<Container> {
  const container = await createContainer({
    url: w.container.url,
    master: w.master,
    consoleUrl: "http://localhost:3000",
    trace: traceSettings(env),
    log: () => undefined,
  });
  while (container.trace?.status().sinks.length === 0) await new Promise((resume) => setTimeout(resume, 50));
  return container;
}

const HELLO = { methods_implemented: [...EVALUATED_METHODS], profiles_supported: ["acs-core", "acs-trace"] };

interface Run {
  readonly session: ScriptedSession;
  readonly hello: Answer;
  /** In order: method and answer of every step that has an AcsResult. */
  readonly steps: readonly { readonly method: string; readonly requestId: string; readonly answer: Answer }[];
}

/** A session with turn, ASK and approval, MODIFY, DENY, subagent, skill and AgBOM. */
async function runSession(container: Container): Promise<Run> {
  const session = scriptedSession(await w.agent());
  const steps: Run["steps"][number][] = [];
  const traceparent = `00-${CALLER.trace}-${CALLER.span}-01`;
  const hello = readAnswer(await container.guardian.handle(messageBytes(session.hello(HELLO)), { traceparent }));
  const metadata = { turn_id: "turn-1" };
  const say = async (method: string, payload: object, requestId: string = randomUUID()): Promise<Answer> => {
    const inTurn = /session(Start|End)|agbom/.test(method) ? {} : { metadata };
    const message = session.message(method, payload, { requestId, ...inTurn });
    const answer = readAnswer(await container.guardian.handle(messageBytes(message), { traceparent }));
    steps.push({ method, requestId, answer });
    return answer;
  };
  await say("steps/sessionStart", { policy_mode: "standard" });
  await say("agbom/snapshot", { components: [] });
  await say("steps/turnStart", { turn_id: "turn-1", triggered_by: "user_message" });
  const provenance = { provenance_id: "p1", origin: "user_input", source_id: "cust_1042" };
  await say("steps/userMessage", { content: [{ type: "text", value: `my password is: ${CANARY}`, provenance }] });
  const call = randomUUID();
  await say(
    "steps/toolCallRequest",
    toolCall("lookup_account", { customer: "c1", api_key: CANARY }, { capability: "crm.read" }),
    call,
  );
  await say("steps/toolCallResult", toolResult("lookup_account", call, { name: "Mara", token: CANARY }));
  const refund = toolCall("refund_payment", { customer: "c1", amount: 840, currency: "EUR" });
  const asked = await say("steps/toolCallRequest", refund);
  await decide(container.deps, approver, approvalOf(asked).approval_id);
  await say("steps/toolCallRequest", refund);
  await say("steps/toolCallRequest", toolCall("run_shell", { command: "rm -rf /" }, { raw_command: "rm -rf /" }));
  await say("steps/skillRegister", {
    skill_id: "pdf",
    definition: { digest: { algorithm: "sha-256", value: "aa11" } },
    declared_capabilities: ["files.read"],
  });
  await say("steps/subagentStart", {
    subagent_session_id: randomUUID(),
    parent_session_id: session.sessionId,
    parent_step_id: call,
    intent_derivation: "fresh",
  });
  await say("steps/agentResponse", userMessage("the unspeakable answer"));
  await say("steps/turnEnd", { turn_id: "turn-1", outcome: "completed" });
  await say("steps/sessionEnd", { reason: "completed" });
  return { session, hello, steps };
}

const linesOf = (file: string): readonly JsonObject[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as JsonObject);

describe("with a collector and an OCSF file", () => {
  let collector: CollectorStub;
  let run: Run;
  let file: string;
  let events: readonly JsonObject[];
  const spanOf = (requestId: string): StubSpan => {
    const found = collector.spans.filter(
      (span) => span.attributes["acs.request_id"] === requestId && span.attributes["acs.method"],
    );
    expect(found).toHaveLength(1);
    return found[0] as StubSpan;
  };

  beforeAll(async () => {
    collector = await collectorStub();
    file = path.join(folder, "ocsf.jsonl");
    const container = await traced({
      GUARDIAN_OTLP_URL: collector.url,
      GUARDIAN_OCSF_FILE: file,
      GUARDIAN_TRACE_CONTENT: "1",
    });
    run = await runSession(container);
    await container.close();
    events = linesOf(file);
  });
  afterAll(() => collector.close());

  it("accepts acs-trace and says what is emitted", () => {
    expect(run.hello.result).toMatchObject({
      trace_emission: { otel_enabled: true, ocsf_enabled: true },
      profiles_accepted: ["acs-core", "acs-trace"],
    });
  });

  it("sends a span of every step, with its decision and its head", () => {
    expect(run.steps.map(({ answer }) => answer.decision)).toEqual([
      "allow",
      "allow",
      "allow",
      "allow",
      "allow",
      "allow",
      "ask",
      "allow",
      "deny",
      "allow",
      "allow",
      "modify",
      "allow",
      "allow",
    ]);
    for (const { requestId, answer } of run.steps) {
      const [event, ...more] = spanOf(requestId).events;
      expect([event?.name, more]).toEqual(["acs.decision", []]);
      const head = String(answer.result.chain_hash);
      expect(event?.attributes).toMatchObject({
        "acs.decision": answer.decision,
        "acs.evaluator": "deterministic",
        "acs.chain_hash": head,
      });
    }
  });

  it("builds the tree of session, turn and steps inside the caller's trace", () => {
    const span = (method: string) => spanOf(run.steps.find((step) => step.method === method)?.requestId ?? "");
    const session = span("steps/sessionStart");
    expect(session).toMatchObject({ name: "acs.session", traceId: CALLER.trace, parentSpanId: CALLER.span });
    expect(span("steps/turnStart")).toMatchObject({
      name: "acs.turn",
      traceId: CALLER.trace,
      parentSpanId: session.spanId,
    });
    expect(span("steps/toolCallResult")).toMatchObject({
      name: "gen_ai.tool.result",
      parentSpanId: span("steps/turnStart").spanId,
    });
    expect(span("agbom/snapshot")).toMatchObject({ name: "acs.agbom", parentSpanId: session.spanId });
    expect(new Set(collector.spans.map((each) => each.traceId))).toEqual(new Set([CALLER.trace]));
    expect(new Set(collector.spans.map((each) => each.spanId)).size).toBe(collector.spans.length);
  });

  it("sends the person's answer inside the step that asked", () => {
    const asked = run.steps.find(({ answer }) => answer.decision === "ask");
    const answers = collector.spans.filter((span) => span.name === "acs.guardian.approval_resolution");
    expect(answers).toMatchObject([
      { parentSpanId: spanOf(asked?.requestId ?? "").spanId, attributes: { "acs.approver.type": "human" } },
    ]);
  });

  it("writes an event of every step and of every decision, findings for all but allows", () => {
    for (const { requestId, answer } of run.steps) {
      const own = events.filter(
        (event) =>
          (event.metadata as JsonObject).correlation_uid === requestId &&
          !("approval_id" in (event.unmapped as { acs: JsonObject }).acs),
      );
      expect(own).toHaveLength(2);
      expect(own[1]).toMatchObject({
        class_uid: answer.decision === "allow" ? 6002 : 2004,
        unmapped: { acs: { decision: answer.decision } },
      });
    }
  });

  it("lets no secret and nothing redacted out", () => {
    const left = collector.bodies.join("\n") + readFileSync(file, "utf8");
    expect(left).toContain("lookup_account");
    expect(left).toContain("my password is");
    expect(left).not.toContain(CANARY);
    expect(left).not.toContain("unspeakable");
  });
});

describe.each(["refuse", "hang"] as const)("with a collector that does %s", (mode) => {
  it("comes to the same decisions and only moves counters", async () => {
    const collector = await collectorStub(mode);
    const container = await traced({
      GUARDIAN_OTLP_URL: collector.url,
      GUARDIAN_OCSF_FILE: path.join(folder, `${mode}.jsonl`),
    });
    const run = await runSession(container);
    expect(run.steps.map(({ answer }) => answer.decision).filter((decision) => decision === undefined)).toEqual([]);
    expect(run.steps).toHaveLength(14);
    await container.close();
    const status = container.trace?.status();
    const [otlp, ocsf] = status?.sinks ?? [];
    expect(otlp).toMatchObject({ name: "otlp", emitted: 0 });
    expect((otlp?.failed ?? 0) + (otlp?.dropped ?? 0)).toBe(status?.handed);
    expect(ocsf).toMatchObject({ name: "ocsf-file", emitted: status?.handed, failed: 0, dropped: 0 });
    await collector.close();
  });
});

it("gathers nothing where no variable asks for it", async () => {
  const container = await traced({});
  expect(container.trace).toBeNull();
  expect(container.deps.capabilities.trace).toEqual({ otel: false, ocsf: false });
  await container.close();
});

it("traces a denial that has no entry", async () => {
  const file = path.join(folder, "denials.jsonl");
  const container = await traced({ GUARDIAN_OCSF_FILE: file });
  const session = scriptedSession(await w.agent());
  const ask = async (message: JsonObject) => readAnswer(await container.guardian.handle(messageBytes(message)));
  await ask(session.hello());
  await ask(session.message("steps/sessionEnd", { reason: "completed" }));
  const late = await ask(session.message("steps/userMessage", userMessage("still there?")));
  expect(late).toMatchObject({ decision: "deny", codes: ["session_closed"] });
  await container.close();
  expect(linesOf(file).at(-1)).toMatchObject({
    class_uid: 2004,
    unmapped: { acs: { reason_codes: ["session_closed"] } },
  });
});
