/** What policy is told of each kind of step. */
import { describe, expect, it } from "vitest";
import { bundleOf, loadBundle, PERMIT_ALL, summary } from "../testing/policies";
import { factsOf, policyStep } from "./policy-step";
import type { SessionSnapshot } from "./ports";

const snapshot = {
  agent: { agentId: "agent-blue" },
  session: { sessionId: "s", userId: null },
} as unknown as SessionSnapshot;
const step = (method: string, payload: object, metadata: object = {}) =>
  policyStep(factsOf(method, { ...metadata }), snapshot, JSON.parse(JSON.stringify(payload)));
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "pay", arguments: { amount: 5 } } };

describe("a wrapped message", () => {
  it.each(["protocols/MCP/tools/call", "protocols/mcp/tools/call", "wrapped:mcp-2025-06-18/tools/call"])(
    "under %s is the tool hook it stands for",
    (method) => {
      expect(step(method, call, { mcp_server_id: "bank" })).toMatchObject({
        method,
        action: "steps/toolCallRequest",
        server: "bank",
        tool: { name: "pay", provider: "bank" },
        arguments: { amount: 5 },
      });
      const answer = {
        jsonrpc: "2.0",
        id: 1,
        result: { content: [{ type: "text", text: "done" }], structuredContent: { a: 1 } },
      };
      expect(step(method, answer)).toMatchObject({ action: "steps/toolCallResult", text: ["done", '{"a":1}'] });
    },
  );

  it("of any other method is named in one form, with its parameters as arguments", () => {
    const read = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "file:///x" } };
    const made = step("wrapped:MCP-2025-06-18/resources/read", read);
    expect(made).toMatchObject({ action: "protocols/MCP/resources/read", arguments: { uri: "file:///x" } });
    const rule = `@code("no_files") forbid (principal, action == Action::"protocols/MCP/resources/read", resource)
      when { context.args has uri && context.args.uri like "file:*" };`;
    expect(summary(loadBundle(bundleOf(PERMIT_ALL, rule)).evaluate(made))).toBe("deny no_files");
  });

  it("meets the rules on its tool", () => {
    const rule = `@disposition("defer") @tools("pay") @defer_method("timeout") @timeout_decision("ask") @required_context("a, b")
      forbid (principal, action == Action::"steps/toolCallRequest", resource) when { context.server == "bank" };`;
    const judged = loadBundle(bundleOf(PERMIT_ALL, rule)).evaluate(
      step("protocols/MCP/tools/call", call, { mcp_server_id: "bank" }),
    );
    expect(judged.findings).toMatchObject([
      { disposition: "defer", defer_method: "timeout", timeout_decision: "ask", required_context: ["a", "b"] },
    ]);
  });
});

describe("the text of a step", () => {
  it.each([
    [
      "steps/userMessage",
      {
        content: [
          { type: "text", value: "hi" },
          { type: "file", value: { n: 1 } },
        ],
      },
      ["hi", '{"n":1}'],
    ],
    ["steps/agentResponse", { content: [{ type: "text", value: "hi" }], reasoning: "because" }, ["hi", "because"]],
    ["steps/toolCallResult", { tool: { name: "x" }, outputs: [{ value: "o" }] }, ["o"]],
    ["steps/knowledgeRetrieval", { query: { value: "q" }, results: [{ value: "r" }] }, ["r", "q"]],
    ["steps/memoryStore", { content: { value: "kept" } }, ["kept"]],
    ["steps/postCompact", { summary: { value: "short" } }, ["short"]],
    ["steps/agentTrigger", { trigger_type: "system", intent: { raw: "go" } }, ["go"]],
    ["steps/skillRegister", { definition: { body: "do this" } }, ["do this"]],
  ])("%s", (method, payload, text) => {
    expect(step(method, payload).text).toEqual(text);
  });

  it("is absent where the step carries none", () => {
    expect(step("steps/turnStart", { turn_id: "t", triggered_by: "agent_loop" })).not.toHaveProperty("text");
  });
});
