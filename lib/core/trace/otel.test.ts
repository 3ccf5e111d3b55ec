import { describe, expect, it } from "vitest";
import { referenceFile } from "../../testing/reference";
import { TRACED_REQUEST, tracedEntry, tracedStep } from "../../testing/trace-records";
import { nobleCrypto as c } from "../crypto-noble";
import { vectorsOf } from "../vectors/load";
import file from "../vectors/trace.json";
import { EVALUATED_METHODS } from "../wire/hooks/registry";
import { sessionSpanId, sessionTraceId, stepSpanId, turnSpanId } from "./ids";
import { spanOf, type TraceSpan } from "./otel";
import type { StepRecord } from "./record";

interface TraceVector {
  readonly id: string;
  readonly method: string;
  readonly payload: object;
  readonly params?: object;
  readonly span: string;
  readonly attributes: object;
}

const vectors = vectorsOf<TraceVector>(file);
const span = (record: StepRecord): TraceSpan => spanOf(c, record, { content: false });
const ofVector = ({ method, payload, params = {} }: TraceVector): TraceSpan =>
  span(tracedStep(method, payload, { params }));

it("has a vector for every method that this Guardian judges", () => {
  expect(vectors.map((vector) => vector.method).sort()).toEqual([...EVALUATED_METHODS].sort());
});

it.each(vectors)("names the span of $id and its attributes", (vector) => {
  const made = ofVector(vector);
  expect(made.name).toBe(vector.span);
  expect(made.attributes).toMatchObject(vector.attributes);
  expect(made.attributes).toMatchObject({ "acs.request_id": TRACED_REQUEST });
  expect(made.event).toMatchObject({ name: "acs.decision", attributes: { "acs.decision": "allow" } });
});

interface OtelMapping {
  readonly properties: {
    readonly step_to_span: {
      readonly default: {
        readonly [method: string]: { readonly span_name: string; readonly required_attributes: string[] };
      };
    };
    readonly decision_event: {
      readonly properties: { readonly required_attributes: { readonly default: string[] } };
    };
  };
}
const mapping = referenceFile("acs-schemas/trace/otel-mapping.json") as OtelMapping | null;

describe.each(mapping ? [mapping] : [])("the published mapping", ({ properties }) => {
  it.each(Object.entries(properties.step_to_span.default))("is met by %s", (method, row) => {
    const vector = vectors.find((each) => each.method === method);
    const made = ofVector(vector as TraceVector);
    expect(made.name).toBe(row.span_name);
    expect(Object.keys(made.attributes)).toEqual(expect.arrayContaining(row.required_attributes));
    const event = properties.decision_event.properties.required_attributes.default;
    expect(Object.keys(made.event.attributes)).toEqual(expect.arrayContaining(event));
  });
});

describe("what the wire did not carry", () => {
  it("is absent, also where the mapping requires it", () => {
    const made = span(tracedStep("steps/toolCallRequest", { tool: { name: "t" }, arguments: {} }));
    expect(made.attributes).not.toHaveProperty("acs.capability");
    const stop = { subagent_session_id: TRACED_REQUEST, outcome: "failed" };
    expect(span(tracedStep("steps/subagentStop", stop)).attributes).not.toHaveProperty("acs.subagent.final_chain_hash");
    expect(made.attributes).not.toHaveProperty("acs.provenance.origin");
  });
});

describe("the decision event", () => {
  const denial = {
    reasoning: "no",
    reason_codes: ["ibac_intent_mismatch"],
    policy_references: [
      { policy_id: "a", policy_version: "1", rule_id: "r" },
      { policy_id: "b", rule_id: "s" },
    ],
    cited_provenance_ids: ["p1"],
    chain_hash: "cd".repeat(32),
    metadata: { evaluator: "composite", evaluator_version: "3", model_id: "judge", confidence: 0.5 },
  };

  it("carries every condition that the result meets", () => {
    const made = span(tracedStep("steps/userMessage", { content: [] }, { decision: "deny", result: denial }));
    expect(made.event.attributes).toEqual({
      "acs.decision": "deny",
      "acs.evaluator": "composite",
      "acs.evaluator_version": "3",
      "acs.model_id": "judge",
      "acs.confidence": 0.5,
      "acs.reasoning": "no",
      "acs.reason_codes": ["ibac_intent_mismatch"],
      "acs.policy.ids": ["a", "b"],
      "acs.policy.rule_ids": ["r", "s"],
      "acs.cited_provenance_ids": ["p1"],
      "acs.chain_hash": "cd".repeat(32),
    });
  });

  it("says deterministic where the result names no evaluator", () => {
    const made = span(tracedStep("steps/userMessage", { content: [] }, { result: { metadata: {} } }));
    expect(made.event.attributes).toEqual({ "acs.decision": "allow", "acs.evaluator": "deterministic" });
  });
});

describe("the tree", () => {
  const start = (more: Partial<StepRecord> = {}) =>
    span(tracedStep("steps/sessionStart", {}, { opensSession: true, ...more }));
  const session = tracedStep("steps/sessionStart", {});

  it("is session, turn, step, with ids that only depend on what they stand for", () => {
    const turn = span(tracedStep("steps/turnStart", { turn_id: "t1", triggered_by: "user_message" }));
    const step = span(tracedStep("steps/userMessage", { content: [] }, { metadata: { turn_id: "t1" } }));
    expect(start()).toMatchObject({ spanId: sessionSpanId(c, session), parentSpanId: null });
    expect(turn).toMatchObject({ spanId: turnSpanId(c, session, "t1"), parentSpanId: start().spanId });
    expect(step).toMatchObject({ spanId: stepSpanId(c, session, TRACED_REQUEST), parentSpanId: turn.spanId });
    for (const each of [turn, step]) expect(each.traceId).toBe(sessionTraceId(c, session));
    expect(start().spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(start().traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it("puts a turn into the turn around it, and never into itself", () => {
    const inner = span(
      tracedStep("steps/turnStart", { turn_id: "t2", triggered_by: "agent_loop", parent_turn_id: "t1" }),
    );
    expect(inner.parentSpanId).toBe(turnSpanId(c, session, "t1"));
    const itself = span(
      tracedStep("steps/turnStart", { turn_id: "t2", triggered_by: "agent_loop", parent_turn_id: "t2" }),
    );
    expect(itself.parentSpanId).toBe(sessionSpanId(c, session));
  });

  it("puts steps outside a turn and the closing hooks under the session and the turn", () => {
    expect(span(tracedStep("steps/sessionEnd", { reason: "completed" })).parentSpanId).toBe(sessionSpanId(c, session));
    const end = tracedStep("steps/turnEnd", { turn_id: "t1", outcome: "completed" }, { metadata: { turn_id: "t1" } });
    expect(span(end).parentSpanId).toBe(turnSpanId(c, session, "t1"));
  });

  it("hangs under the agent's own span when the session's first step named it", () => {
    const trace = { trace_id: "a".repeat(32), parent_id: "b".repeat(16) };
    const caller = { trace_id: trace.trace_id, span_id: trace.parent_id };
    expect(start({ trace, caller })).toMatchObject({
      traceId: trace.trace_id,
      parentSpanId: trace.parent_id,
      parentIsRemote: true,
      links: [],
    });
    const later = span(
      tracedStep(
        "steps/agentTrigger",
        { trigger_type: "system" },
        { trace, caller: { trace_id: "e".repeat(32), span_id: "f".repeat(16) } },
      ),
    );
    expect(later).toMatchObject({ traceId: trace.trace_id, parentSpanId: sessionSpanId(c, session) });
    expect(later.links).toEqual([
      { traceId: "e".repeat(32), spanId: "f".repeat(16), attributes: { "acs.link": "caller" } },
    ]);
  });

  it("links a subagentStart to the session that it starts", () => {
    const payload = {
      subagent_session_id: TRACED_REQUEST,
      parent_session_id: session.sessionId,
      parent_step_id: "s",
      intent_derivation: "fresh",
    };
    expect(span(tracedStep("steps/subagentStart", payload)).links).toEqual([
      {
        traceId: sessionTraceId(c, session),
        spanId: sessionSpanId(c, { tenantId: "default", sessionId: TRACED_REQUEST }),
        attributes: { "acs.link": "subagent_session" },
      },
    ]);
  });

  it("gives a late step and a second sessionStart spans of their own", () => {
    const ids = [start(), start({ late: true }), start({ opensSession: false })].map((each) => each.spanId);
    expect(new Set(ids).size).toBe(3);
  });
});

it("calls wrapped tool calls tool calls, and other wrapped messages by one name", () => {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "refund", arguments: {} } };
  const made = span(tracedStep("protocols/MCP/tools/call", call, { metadata: { mcp_server_id: "shop" } }));
  expect(made).toMatchObject({
    name: "gen_ai.tool.call",
    attributes: { "gen_ai.tool.name": "refund", "acs.mcp.method": "tools/call", "acs.mcp.server_id": "shop" },
  });
  const answer = span(
    tracedStep("wrapped:mcp-2025-06-18/tools/call", { jsonrpc: "2.0", id: 1, result: {} }, { tool: "refund" }),
  );
  expect(answer).toMatchObject({
    name: "gen_ai.tool.result",
    attributes: { "gen_ai.tool.name": "refund", "acs.mcp.message": "response" },
  });
  const list = { jsonrpc: "2.0", id: 2, method: "prompts/list" };
  expect(span(tracedStep("protocols/MCP/prompts/list", list)).name).toBe("acs.mcp");
});

it("takes the greatest depth of the provenance that a step brought", () => {
  const payload = {
    content: [
      {
        type: "text",
        value: "x",
        provenance: { provenance_id: "p2", origin: "agent_generated", derived_from: ["p1"] },
      },
    ],
  };
  const node = { provenance_id: "p2", depth: 3 };
  expect(span(tracedStep("steps/agentResponse", payload, { nodes: [node] })).attributes).toMatchObject({
    "acs.provenance.lineage_depth": 3,
  });
});

it("puts a person's answer inside the step that asked", () => {
  const made = spanOf(c, tracedEntry({}), { content: false });
  expect(made).toMatchObject({
    name: "acs.guardian.approval_resolution",
    parentSpanId: stepSpanId(c, tracedStep("steps/toolCallRequest", {}), TRACED_REQUEST),
    attributes: { "acs.approval.id": "apr-1", "acs.approver.type": "human" },
    event: {
      attributes: { "acs.decision": "allow", "acs.reasoning": "looks right", "acs.chain_hash": "ab".repeat(32) },
    },
  });
});
