import { describe, expect, it } from "vitest";
import { fromPlainObject } from "../json/build";
import { mcpMessage } from "./mcp-message";
import { stepSubject } from "./subject";

const said = (method: string, payload: object): string => stepSubject(fromPlainObject(payload), method);

describe("one line for each hook", () => {
  it.each([
    ["steps/sessionStart", { intent: { raw: "refund order 7" }, policy_mode: "strict" }, "refund order 7  mode strict"],
    ["steps/sessionStart", { intent: { parsed: [{ tool: "a" }, { tool: "b" }] } }, "2 capabilities"],
    ["steps/agentTrigger", { trigger_type: "a2a_inbound", trigger_source: { peer: "p" } }, 'a2a inbound  {"peer":"p"}'],
    ["steps/turnStart", { turn_id: "t-1", triggered_by: "agent_loop" }, "agent loop  turn t-1"],
    [
      "steps/turnEnd",
      { turn_id: "t-1", outcome: "denied_at_start", step_count: 1, tool_call_count: 2 },
      "denied at start  1 step  2 tool calls",
    ],
    [
      "steps/knowledgeRetrieval",
      { query: { value: "refund rules" }, results: [{ value: 1 }], source: { name: "kb", type: "vector_db" } },
      "refund rules  from kb  1 result",
    ],
    ["steps/memoryContextRetrieval", { results: [] }, "0 memories"],
    [
      "steps/memoryStore",
      { content: { value: "likes tea" }, operation: "update", memory_store: { name: "m" } },
      "update  likes tea  in m",
    ],
    [
      "steps/preCompact",
      {
        entries_to_compact: ["a", "b"],
        triggered_by: "size_threshold",
        estimated_input_tokens: 9,
        target_summary_tokens: 2,
      },
      "2 entries  size threshold  9 to 2 tokens",
    ],
    ["steps/postCompact", { entries_compacted: ["a"], summary: { value: "they met" } }, "1 entry to  they met"],
    [
      "steps/subagentStart",
      {
        subagent_session_id: "s-2",
        intent_derivation: "inherit_subset",
        subagent_descriptor: { agent_name: "Finder" },
      },
      "Finder  inherit subset  session s-2",
    ],
    ["steps/subagentStop", { subagent_session_id: "s-2", outcome: "timeout" }, "timeout  session s-2"],
    [
      "steps/skillRegister",
      { skill_id: "pdf", definition: { digest: { algorithm: "sha-256", value: "ab".repeat(32) } } },
      "pdf  sha-256:abababababab",
    ],
    [
      "steps/skillLoad",
      { skill_id: "pdf", digest: { algorithm: "sha-256", value: "cd" }, load_trigger: "skill_composition" },
      "pdf  sha-256:cd  by skill composition",
    ],
    [
      "steps/skillUnload",
      { skill_id: "pdf", reason: "replaced", replaced_by: "pdf2" },
      "pdf  replaced  replaced by pdf2",
    ],
    ["agbom/snapshot", { components: [{ id: "a" }] }, "1 component"],
    ["agbom/snapshot", { agbom: { components: [{ id: "a" }, { id: "b" }] } }, "2 components"],
    [
      "agbom/changed",
      { added: [{ id: "a" }], removed: [{ id: "b" }, { id: "c" }], reason: "hot swap" },
      "a added, 2 removed  hot swap",
    ],
    ["agbom/changed", { agbom: { changed: [{ id: "s", name: "files", version: "1.3.1" }] } }, "files 1.3.1 changed"],
    ["steps/sessionEnd", { reason: "completed" }, "completed"],
  ])("%s", (method, payload, line) => {
    expect(said(method, payload)).toBe(line);
  });

  it("leaves messages and tool calls to the shape of their payload", () => {
    expect(
      said("steps/userMessage", {
        content: [
          { type: "text", value: "hi" },
          { type: "image", value: "AAAA" },
        ],
      }),
    ).toBe("hi [image]");
    expect(said("steps/toolCallRequest", { tool: { name: "t" }, arguments: { a: { value: 1 } } })).toBe("t  a=1");
  });

  it("survives payloads of any shape under every method", () => {
    for (const method of [
      "steps/turnEnd",
      "steps/skillLoad",
      "agbom/changed",
      "steps/postCompact",
      "protocols/MCP/x",
      "constructor",
      "steps/__proto__",
    ]) {
      expect(typeof said(method, { outcome: 5, digest: [], added: "x", summary: null, params: 7, result: [1] })).toBe(
        "string",
      );
    }
  });
});

describe("a wrapped MCP message", () => {
  it.each([
    ["protocols/MCP/tools/call", { id: 1, params: { name: "read", arguments: { p: 1 } } }, "request", 'read  {"p":1}'],
    [
      "wrapped:mcp-2025-06-18/initialize",
      { id: "a", params: { protocolVersion: "2025-06-18", clientInfo: { name: "c" } } },
      "request",
      "c  2025-06-18",
    ],
    ["protocols/mcp/resources/read", { id: 2, params: { uri: "file:///x" } }, "request", "file:///x"],
    ["protocols/MCP/tools/list", { id: 2, result: { tools: [1, 2] } }, "result", "2 tools"],
    ["protocols/MCP/tools/call", { id: 2, error: { code: -32602, message: "no" } }, "error", "-32602 no"],
    ["protocols/MCP/notifications/initialized", {}, "notification", ""],
  ])("%s", (method, payload, kind, subject) => {
    expect(mcpMessage(method, fromPlainObject({ jsonrpc: "2.0", ...payload }))).toMatchObject({ kind, subject });
  });

  it("is nothing else", () => {
    expect(mcpMessage("steps/toolCallRequest", fromPlainObject({}))).toBeNull();
  });
});
