/** Payloads, envelopes and hellos on which our schemas and the published ones must agree. */

const traced = (value: unknown) => ({ value, provenance: { provenance_id: "p1", origin: "tool_output" } });
const tool = { name: "t" };
const text = { type: "text", ...traced("hi") };

/** Payloads of hooks whose schema is published, and whether each fits; every data-bearing field carries provenance, so that base and strict agree. */
export const PUBLISHED_CASES: readonly [string, unknown, boolean][] = [
  ["steps/userMessage", { content: [text] }, true],
  ["steps/userMessage", { content: [{ ...text, type: "image", value: null }], more: 1 }, true],
  ["steps/userMessage", { content: [] }, false],
  ["steps/userMessage", { content: [{ ...text, type: "video" }] }, false],
  ["steps/userMessage", { content: [{ type: "text", provenance: text.provenance }] }, false],
  ["steps/userMessage", { content: "hi" }, false],
  ["steps/userMessage", {}, false],
  ["steps/agentResponse", { content: [text], reasoning: "because" }, true],
  ["steps/agentResponse", { content: [text], reasoning: 1 }, false],
  ["steps/agentResponse", { content: [{ ...text, provenance: { provenance_id: "p", origin: "elsewhere" } }] }, false],
  ["steps/agentResponse", { content: [{ ...text, provenance: { origin: "system" } }] }, false],
  ["steps/toolCallRequest", { tool, arguments: {} }, true],
  ["steps/toolCallRequest", { tool: { name: "t", version: "1", provider: "p" }, arguments: { a: traced(null) } }, true],
  [
    "steps/toolCallRequest",
    { tool, arguments: { a: traced(0) }, operation: "o", capability: "c", raw_command: "r" },
    true,
  ],
  ["steps/toolCallRequest", { tool, arguments: {}, intent: { description: "d", goal: "g" } }, true],
  ["steps/toolCallRequest", { tool, arguments: { a: 1 } }, false],
  ["steps/toolCallRequest", { tool, arguments: { a: {} } }, false],
  ["steps/toolCallRequest", { tool, arguments: [] }, false],
  ["steps/toolCallRequest", { tool }, false],
  ["steps/toolCallRequest", { tool: {}, arguments: {} }, false],
  ["steps/toolCallRequest", { tool: "t", arguments: {} }, false],
  ["steps/toolCallRequest", { tool, arguments: {}, raw_command: 1 }, false],
  ["steps/toolCallRequest", { tool, arguments: {}, intent: "do" }, false],
  ["steps/toolCallResult", { tool, exit_status: "success", outputs: [] }, true],
  ["steps/toolCallResult", { tool, exit_status: "blocked", outputs: [traced({})], duration_ms: 0 }, true],
  ["steps/toolCallResult", { tool, exit_status: "ok", outputs: [] }, false],
  ["steps/toolCallResult", { tool, exit_status: "success" }, false],
  ["steps/toolCallResult", { tool, exit_status: "success", outputs: [1] }, false],
  ["steps/toolCallResult", { tool, exit_status: "success", outputs: [], duration_ms: -1 }, false],
  ["steps/toolCallResult", { tool, exit_status: "success", outputs: [], duration_ms: 1.5 }, false],
  ["steps/toolCallResult", { tool, exit_status: "success", outputs: [], request_id_ref: "x" }, false],
];

/** The same for hooks whose published schema was not found. */
export const OWN_CASES: readonly [string, unknown, boolean][] = [
  ["steps/sessionStart", {}, true],
  ["steps/sessionStart", { user_identity: { type: "posix_uid" }, policy_mode: "strict", platform_context: {} }, true],
  ["steps/sessionStart", { intent: { raw: "refunds" } }, true],
  [
    "steps/sessionStart",
    { intent: { parsed: [], parser_provenance: { provenance_id: "p", origin: "user_input" } } },
    true,
  ],
  [
    "steps/sessionStart",
    { intent: { parsed: [], parser_provenance: { provenance_id: "p", origin: "system" } } },
    false,
  ],
  ["steps/sessionStart", { intent: { parsed: [] } }, false],
  ["steps/sessionStart", { intent: "refunds" }, false],
  ["steps/sessionEnd", { reason: "completed" }, true],
  ["steps/sessionEnd", { reason: "abandoned", final_chain_hash: "a".repeat(64), summary: "x" }, true],
  ["steps/sessionEnd", {}, false],
  ["steps/sessionEnd", { reason: "completed", final_chain_hash: "A" }, false],
];

const envelope = {
  jsonrpc: "2.0",
  method: "steps/userMessage",
  id: 1,
  params: {
    acs_version: "0.1.0",
    request_id: "11111111-1111-4111-8111-111111111111",
    timestamp: "2026-03-01T10:00:00Z",
    metadata: { agent_id: "a", session_id: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa" },
    payload: {},
  },
};
const withParams = (change: object) => ({ ...envelope, params: { ...envelope.params, ...change } });
/** Envelopes, right and wrong. */
export const ENVELOPES: readonly unknown[] = [
  envelope,
  { ...envelope, id: "x" },
  { ...envelope, id: null },
  { ...envelope, extra: 1 },
  { ...envelope, method: "guardian/approval" },
  withParams({ nonce: "n".repeat(16) }),
  withParams({ nonce: "n".repeat(15) }),
  withParams({ nonce: "n".repeat(65) }),
  withParams({ timestamp: "yesterday" }),
  withParams({ request_id: "x" }),
  withParams({ metadata: {} }),
  withParams({ acs_version: "0.1" }),
  withParams({ signature: { algorithm: "HMAC-SHA256", value: "v", key_id: "k" } }),
  withParams({ signature: { algorithm: "HMAC-SHA256", value: "v" } }),
  withParams({ payload: [] }),
];
const hello = {
  acs_versions_supported: ["0.1.0"],
  methods_implemented: ["steps/userMessage"],
  transports_supported: ["http"],
  provenance_producer: "none",
};
/** ClientHellos, right and wrong. */
export const HELLOS: readonly unknown[] = [
  hello,
  { ...hello, max_payload_size_bytes: 1, wrapped_protocols: [{ protocol: "MCP", version: "1" }], more: 1 },
  { ...hello, acs_versions_supported: [] },
  { ...hello, methods_implemented: ["x"] },
  { ...hello, transports_supported: ["ftp"] },
  { ...hello, provenance_producer: "llm" },
  { ...hello, max_payload_size_bytes: 0 },
  {},
];
