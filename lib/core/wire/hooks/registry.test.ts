import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { referenceFile } from "../../../testing/reference";
import { fromPlain } from "../../json/build";
import { readJsonText } from "../../json/read";
import type { JsonObject, JsonValue } from "../../json/value";
import { requestEnvelope } from "../envelope";
import { clientHello } from "../handshake";
import { checkPayload } from "../payload";
import type { Hook } from "./hook";
import { ACS_METHODS, EVALUATED_METHODS, hookFor, methodStatus, permittedAt, permittedSubstitute } from "./registry";

function hook(method: string): Hook {
  const found = hookFor(method);
  if (found === undefined) throw new Error(`no hook ${method}`);
  return found;
}

const traced = (value: unknown) => ({ value, provenance: { provenance_id: "p1", origin: "tool_output" } });
const tool = { name: "t" };
const text = { type: "text", ...traced("hi") };

/** A payload and whether it fits; every data-bearing field carries provenance, so that base and strict agree. */
const CASES: readonly [string, unknown, boolean][] = [
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

const OWN_CASES: readonly [string, unknown, boolean][] = [
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

describe("payload schemas", () => {
  it.each([...CASES, ...OWN_CASES])("%s judges %j as %s", (method, payload, isValid) => {
    expect(checkPayload(hook(method), fromPlain(payload)).ok).toBe(isValid);
    expect(checkPayload(hook(method), fromPlain(payload), "deterministic").ok).toBe(isValid);
  });

  it("want provenance only from clients that produce it", () => {
    const bare = fromPlain({ tool, arguments: { amount: { value: 840 } } });
    expect(checkPayload(hook("steps/toolCallRequest"), bare).ok).toBe(true);
    expect(checkPayload(hook("steps/toolCallRequest"), bare, "deterministic")).toMatchObject({
      failure: { code: -32602, reason: "payload_invalid", field: "params.payload.arguments.amount.provenance" },
    });
  });

  it.each(["__proto__", "constructor", "toString"])("judge an argument called %s like any other", (name) => {
    const judge = (argument: string) => {
      const value = readJsonText(`{"tool":{"name":"t"},"arguments":{"${name}":${argument}}}`);
      return value.ok && checkPayload(hook("steps/toolCallRequest"), value.value).ok;
    };
    expect([judge('{"value":1}'), judge("5"), judge("{}")]).toEqual([true, false, false]);
  });

  it("never take a required member from a prototype", () => {
    const value = readJsonText('{"tool":{"__proto__":{"name":"t"}},"arguments":{}}');
    expect(value.ok && checkPayload(hook("steps/toolCallRequest"), value.value).ok).toBe(false);
  });
});

describe("registry", () => {
  it("knows the 19 hooks, AgBOM, ping and handshake, and judges six", () => {
    expect(Object.keys(ACS_METHODS)).toHaveLength(23);
    expect(Object.keys(ACS_METHODS).filter((method) => method.startsWith("steps/"))).toHaveLength(19);
    expect(EVALUATED_METHODS).toHaveLength(6);
    for (const method of EVALUATED_METHODS) expect(hookFor(method)?.permitted).toEqual(permittedAt(method));
  });

  it.each([
    ["steps/toolCallRequest", "evaluated"],
    ["steps/memoryStore", "known"],
    ["agbom/snapshot", "known"],
    ["protocols/MCP/tools/call", "known"],
    ["protocols/mcp/initialize", "known"],
    ["wrapped:mcp-2025-06-18/tools/call", "known"],
    ["protocols/A2A/message/send", "known"],
    ["protocols/MCP/", "unknown"],
    ["protocols/MCP/a b", "unknown"],
    ["protocols/XYZ/call", "unknown"],
    ["steps/nope", "unknown"],
    ["steps/toolcallrequest", "unknown"],
    ["trace/emit", "unknown"],
    ["toString", "unknown"],
  ])("says of %s that it is %s", (method, status) => {
    expect(methodStatus(method)).toBe(status);
  });

  it("replaces what a hook does not permit by deny, or by allow where deny is not permitted", () => {
    expect(permittedSubstitute("steps/toolCallRequest", "ask")).toBe("ask");
    expect(permittedSubstitute("steps/userMessage", "ask")).toBe("deny");
    expect(permittedSubstitute("steps/sessionEnd", "deny")).toBe("allow");
    expect(permittedSubstitute("steps/postCompact", "deny")).toBe("allow");
  });
});

const FILES: { readonly [method: string]: string } = {
  "steps/userMessage": "user-message",
  "steps/agentResponse": "agent-response",
  "steps/toolCallRequest": "tool-call-request",
  "steps/toolCallResult": "tool-call-result",
};

const published = referenceFile("acs-schemas/hooks/user-message.json") === null ? [] : [referenceAjv()];

function referenceAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  const names = ["provenance", "provenance-summary", "request-envelope", "handshake", "modifications"];
  const files = [...names, ...Object.values(FILES).map((name) => `hooks/${name}`)];
  for (const name of files) ajv.addSchema(referenceFile(`acs-schemas/${name}.json`) as object);
  return ajv;
}

const ID = "https://acs.org/schema/v0.1.0/";
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
const ENVELOPES: readonly unknown[] = [
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
const HELLOS: readonly unknown[] = [
  hello,
  { ...hello, max_payload_size_bytes: 1, wrapped_protocols: [{ protocol: "MCP", version: "1" }], more: 1 },
  { ...hello, acs_versions_supported: [] },
  { ...hello, methods_implemented: ["x"] },
  { ...hello, transports_supported: ["ftp"] },
  { ...hello, provenance_producer: "llm" },
  { ...hello, max_payload_size_bytes: 0 },
  {},
];

describe.each(published)("the published schemas", (ajv) => {
  const accepts = (id: string, value: unknown): boolean => {
    const validate = ajv.getSchema(ID + id);
    if (validate === undefined) throw new Error(`no schema ${id}`);
    return validate(JSON.parse(JSON.stringify(value))) === true;
  };

  it.each(CASES.filter(([method]) => FILES[method] !== undefined))(
    "agree on %s with %j",
    (method, payload, isValid) => {
      expect(accepts(`hooks/${FILES[method]}.json`, payload)).toBe(isValid);
    },
  );

  it.each(ENVELOPES.map((value) => [value]))("agree on the envelope %j", (value) => {
    expect(requestEnvelope.safeParse(asRead(value)).success).toBe(accepts("request-envelope.json", value));
  });

  it.each(HELLOS.map((value) => [value]))("agree on the hello %j", (value) => {
    expect(clientHello.safeParse(asRead(value)).success).toBe(accepts("handshake.json#/$defs/ClientHello", value));
  });
});

function asRead(value: unknown): JsonValue | JsonObject {
  return fromPlain(JSON.parse(JSON.stringify(value)));
}
