import { describe, expect, it } from "vitest";
import { fromPlainObject } from "../../core/json/build";
import { EVALUATED_METHODS, hookFor } from "../../core/wire/hooks/registry";
import { checkPayload } from "../../core/wire/payload";
import type { AgentContext, InterceptionPoint } from "../types";
import { type StepFacts, stepsOf, turnAfter } from "./steps-of";

const facts = (more: Partial<StepFacts> = {}): StepFacts => ({
  methods: new Set(EVALUATED_METHODS),
  openTurn: null,
  requestIdOf: () => undefined,
  ...more,
});

const context = (interception_point: InterceptionPoint, target: unknown, more: object = {}): AgentContext =>
  fromPlainObject({
    spec: "agent-hooks/0.1",
    interception_point,
    timestamp: "2026-11-30T10:00:00.000Z",
    sequence: 4,
    agent: { id: "support", framework: "reference" },
    session: { id: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa" },
    target,
    ...more,
  }) as AgentContext;

const CONTEXTS = {
  agent_startup: context("agent_startup", {}, { agent_init: { tools_registered: ["a", "b", "a"] } }),
  input: context("input", { content: "hello", role: "user" }, { input: { content: "hello", role: "user" } }),
  pre_model_call: context("pre_model_call", [], { messages: [], model: { id: "m" } }),
  post_model_call: context("post_model_call", {}, { response: {}, model: { id: "m" } }),
  pre_tool_call: context("pre_tool_call", { amount: 840 }, { tool_call: { id: "c1", name: "issue_refund" } }),
  post_tool_call: context(
    "post_tool_call",
    { status: "paid" },
    { tool_call: { id: "c1", name: "issue_refund" }, tool_result: { is_error: false, duration_ms: 3.6 } },
  ),
  output: context("output", { content: "done" }),
  agent_shutdown: context("agent_shutdown", {}, { summary: { reason: "cancelled" } }),
} satisfies Record<InterceptionPoint, AgentContext>;

const methodsAt = (point: InterceptionPoint, more: Partial<StepFacts> = {}) =>
  stepsOf(CONTEXTS[point], facts(more)).map(({ method }) => method);

describe("the ACS steps of a point", () => {
  it("are those that the points stand for, in their order", () => {
    expect(methodsAt("agent_startup")).toEqual(["steps/sessionStart", "agbom/snapshot"]);
    expect(methodsAt("input")).toEqual(["steps/turnStart", "steps/userMessage"]);
    expect(methodsAt("pre_model_call")).toEqual([]);
    expect(methodsAt("post_model_call")).toEqual([]);
    expect(methodsAt("pre_tool_call")).toEqual(["steps/toolCallRequest"]);
    expect(methodsAt("post_tool_call")).toEqual(["steps/toolCallResult"]);
    expect(methodsAt("output", { openTurn: "turn-1" })).toEqual(["steps/agentResponse", "steps/turnEnd"]);
    expect(methodsAt("agent_shutdown", { openTurn: "turn-1" })).toEqual(["steps/turnEnd", "steps/sessionEnd"]);
  });

  it("have payloads that the schemas of their methods take", () => {
    const all = Object.values(CONTEXTS).flatMap((one) => stepsOf(one, facts({ openTurn: "turn-1" })));
    expect(all.length).toBeGreaterThan(8);
    for (const { method, payload } of all) {
      const hook = hookFor(method);
      expect([method, hook && checkPayload(hook, payload)]).toEqual([method, { ok: true, value: undefined }]);
    }
  });

  it("leave out what the session did not negotiate", () => {
    const methods = new Set(["steps/userMessage"]);
    expect(methodsAt("input", { methods })).toEqual(["steps/userMessage"]);
    expect(methodsAt("pre_tool_call", { methods })).toEqual([]);
  });

  it("report no AgBOM where no tools are known", () => {
    const bare = context("agent_startup", {}, { agent_init: { tools_registered: [] } });
    expect(stepsOf(bare, facts()).map(({ method }) => method)).toEqual(["steps/sessionStart"]);
  });
});

describe("an outside event", () => {
  const external = context(
    "input",
    { content: { order: 7 }, role: "external" },
    { input: { content: { order: 7 }, role: "external" } },
  );

  it("is a trigger that opens a turn", () => {
    const [trigger, turn] = stepsOf(external, facts());
    expect(trigger?.payload).toEqual(
      fromPlainObject({ trigger_type: "external_event", trigger_source: { content: { order: 7 } } }),
    );
    expect(turn?.method).toBe("steps/turnStart");
  });

  it("is judged as a message where triggers are not", () => {
    const methods = new Set(["steps/userMessage"]);
    expect(stepsOf(external, facts({ methods })).map(({ method }) => method)).toEqual(["steps/userMessage"]);
  });
});

describe("turns", () => {
  it("end before the next begins, are named by the steps inside, and are known by the answers", () => {
    const [end, start, message] = stepsOf(CONTEXTS.input, facts({ openTurn: "turn-1" }));
    expect(end?.payload).toEqual(fromPlainObject({ turn_id: "turn-1", outcome: "interrupted" }));
    if (!end || !start || !message) throw new Error("three steps");
    expect(turnAfter("turn-1", end, "allow")).toBeNull();
    expect(turnAfter(null, start, "allow")).toBe("turn-4");
    expect(turnAfter(null, start, "deny")).toBeNull();
    expect([end, start, message].map(({ metadata }) => metadata.turn_id)).toEqual(["turn-1", undefined, "turn-4"]);
    const [call] = stepsOf(CONTEXTS.pre_tool_call, facts({ openTurn: "turn-4" }));
    expect(call?.metadata.turn_id).toBe("turn-4");
  });
});

describe("a tool call", () => {
  it("keeps argument names that objects inherit", () => {
    const args = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}');
    const odd = { ...CONTEXTS.pre_tool_call, target: args } as AgentContext;
    const [call] = stepsOf(odd, facts());
    expect(Object.keys(call?.payload.arguments ?? {}).sort()).toEqual(["__proto__", "constructor"]);
  });

  it("claims the approval that its session names, and names its MCP server and its person", () => {
    const claiming = context(
      "pre_tool_call",
      {},
      {
        tool_call: { id: "c1", name: "t" },
        actor: { id: "cust_1", kind: "human" },
        extensions: { guardian: { approval_id: "apr_1", mcp_server_id: "files" } },
      },
    );
    const [call] = stepsOf(claiming, facts());
    expect(call?.metadata).toEqual(
      fromPlainObject({ user_context: { user_id: "cust_1" }, mcp_server_id: "files", approval_id: "apr_1" }),
    );
  });

  const claimOf = (name: string, guardian: object) => {
    const extensions = { guardian };
    const [call] = stepsOf(context("pre_tool_call", {}, { tool_call: { id: "c1", name }, extensions }), facts());
    return call?.metadata.approval_id;
  };

  it("claims the approval that is named for its tool alone, and before one that is named for all", () => {
    const approvals = { issue_refund: "apr_2" };
    expect(claimOf("issue_refund", { approvals })).toBe("apr_2");
    expect(claimOf("lookup_account", { approvals })).toBeUndefined();
    expect(claimOf("issue_refund", { approvals, approval_id: "apr_1" })).toBe("apr_2");
    expect(claimOf("lookup_account", { approvals, approval_id: "apr_1" })).toBe("apr_1");
  });

  it.each(["__proto__", "constructor", "toString"])("claims nothing by a name that objects inherit: %s", (name) => {
    expect(claimOf(name, { approvals: {} })).toBeUndefined();
  });

  it.each([7, null, {}, ["apr_1"]])("claims nothing by what is no text: %j", (id) => {
    expect(claimOf("issue_refund", { approvals: { issue_refund: id } })).toBeUndefined();
    expect(claimOf("issue_refund", { approvals: id })).toBeUndefined();
  });

  it("and its result name one another by the request that released it", () => {
    const requestIdOf = (id: string) => (id === "c1" ? "11111111-1111-4111-8111-111111111111" : undefined);
    const [result] = stepsOf(CONTEXTS.post_tool_call, facts({ requestIdOf }));
    expect(result?.payload).toMatchObject({
      request_id_ref: "11111111-1111-4111-8111-111111111111",
      exit_status: "success",
      duration_ms: 4,
    });
  });
});
