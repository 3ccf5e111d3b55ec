import { describe, expect, it } from "vitest";
import { canonicalText } from "../json/canonical";
import { readJsonText } from "../json/read";
import type { JsonValue } from "../json/value";
import { foldUuid, parseExtensionRequest, parseRequest, parseRpc, requestIdOf } from "./envelope";

const base = () => ({
  jsonrpc: "2.0",
  method: "steps/toolCallRequest",
  id: "rpc-1" as unknown,
  params: {
    acs_version: "0.1.0",
    request_id: "11111111-1111-4111-8111-111111111111",
    timestamp: "2026-03-01T10:00:00Z",
    metadata: { agent_id: "agent-blue", session_id: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa" },
    payload: { tool: { name: "pay_invoice" } },
  } as Record<string, unknown>,
});

function read(value: unknown): JsonValue {
  const result = readJsonText(JSON.stringify(value));
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

const judge = (value: unknown): string => {
  const result = parseRequest(read(value));
  return result.ok ? "ok" : `${result.failure.code} ${result.failure.reason} ${result.failure.field ?? ""}`.trim();
};

const withParams = (change: object) => ({ ...base(), params: { ...base().params, ...change } });
const withMetadata = (change: object) => withParams({ metadata: { ...(base().params.metadata as object), ...change } });

describe("parseRequest", () => {
  it("returns the very object that was read, unknown members included", () => {
    const value = read(withParams({ extra: { __proto__: null, x: 1 } }));
    const result = parseRequest(value);
    expect(result.ok && result.value).toBe(value);
  });

  it("accepts every optional member in its right form", () => {
    const full = withMetadata({
      agent_name: "Blue",
      turn_id: "t1",
      parent_turn_id: "t0",
      session_state: { chain_hash: "anything", more: 1 },
      environment: "production",
      platform: "p",
      platform_version: "1",
      user_context: { user_id: "u", roles: ["r"], authentication_method: "sso", more: true },
      cwd: "/tmp",
    });
    expect(judge(full)).toBe("ok");
    expect(judge({ ...base(), id: 7 })).toBe("ok");
    const signature = { algorithm: "HMAC-SHA256", value: "", key_id: "k1" };
    expect(judge(withParams({ nonce: "n-0123456789abcdef", tenant_id: "t", signature }))).toBe("ok");
  });

  it.each([
    ["an array", [base()], "-32600 batch_nested"],
    ["a string", "text", "-32600 not_an_object"],
    ["null", null, "-32600 not_an_object"],
    ["another object", { status: "fine" }, "-32600 invalid_jsonrpc_request jsonrpc"],
    ["another version", { ...base(), jsonrpc: "1.0" }, "-32600 invalid_jsonrpc_request jsonrpc"],
    ["a method that is no string", { ...base(), method: ["a"] }, "-32600 invalid_jsonrpc_request method"],
    ["a null id", { ...base(), id: null }, "-32600 invalid_jsonrpc_request id"],
    ["no id", { ...base(), id: undefined }, "-32600 invalid_jsonrpc_request id"],
    ["an id that is an object", { ...base(), id: {} }, "-32600 invalid_jsonrpc_request id"],
    ["no params", { ...base(), params: undefined }, "-32600 invalid_jsonrpc_request params"],
    ["params in an array", { ...base(), params: [] }, "-32600 invalid_jsonrpc_request params"],
    ["a member beside the four", { ...base(), extra: 1 }, "-32600 envelope_invalid"],
    ["a method outside the namespaces", { ...base(), method: "foo" }, "-32600 envelope_invalid method"],
    ["a namespace without a name", { ...base(), method: "steps/" }, "-32600 envelope_invalid method"],
    ["our own namespace", { ...base(), method: "guardian/approval" }, "-32600 envelope_invalid method"],
    ["a version that is none", withParams({ acs_version: "1" }), "-32600 envelope_invalid params.acs_version"],
    ["a request_id that is none", withParams({ request_id: "x" }), "-32600 envelope_invalid params.request_id"],
    ["no request_id", withParams({ request_id: undefined }), "-32600 envelope_invalid params.request_id"],
    [
      "a time without offset",
      withParams({ timestamp: "2026-03-01T10:00:00" }),
      "-32600 envelope_invalid params.timestamp",
    ],
    [
      "a signature by an unknown algorithm",
      withParams({ signature: { algorithm: "none", value: "v", key_id: "k" } }),
      "-32600 envelope_invalid params.signature.algorithm",
    ],
    ["a short nonce", withParams({ nonce: "short" }), "-32600 envelope_invalid params.nonce"],
    ["a long nonce", withParams({ nonce: "n".repeat(65) }), "-32600 envelope_invalid params.nonce"],
    ["a payload in an array", withParams({ payload: [] }), "-32600 envelope_invalid params.payload"],
    ["a null payload", withParams({ payload: null }), "-32600 envelope_invalid params.payload"],
    ["no metadata", withParams({ metadata: undefined }), "-32600 envelope_invalid params.metadata"],
    ["no agent_id", withMetadata({ agent_id: undefined }), "-32600 envelope_invalid params.metadata.agent_id"],
    [
      "a session_id that is none",
      withMetadata({ session_id: "s1" }),
      "-32600 envelope_invalid params.metadata.session_id",
    ],
    [
      "an unknown environment",
      withMetadata({ environment: "prod" }),
      "-32600 envelope_invalid params.metadata.environment",
    ],
    [
      "a head that is no text",
      withMetadata({ session_state: { chain_hash: 1 } }),
      "-32600 envelope_invalid params.metadata.session_state.chain_hash",
    ],
  ])("refuses %s", (_, value, expected) => {
    expect(judge(value)).toBe(expected);
  });

  it("counts a nonce in characters, not in UTF-16 units", () => {
    expect(judge(withParams({ nonce: "😀".repeat(16) }))).toBe("ok");
    expect(judge(withParams({ nonce: "😀".repeat(8) }))).toBe("-32600 envelope_invalid params.nonce");
  });

  it("never repeats a value in its message", () => {
    const result = parseRequest(read(withParams({ request_id: "CANARY-7f3a9", nonce: "CANARY" })));
    expect(result.ok ? "" : canonicalText(read(result.failure))).not.toContain("CANARY");
  });
});

describe("parseExtensionRequest", () => {
  it("takes our own methods and no others", () => {
    expect(parseExtensionRequest(read({ ...base(), method: "guardian/approval" })).ok).toBe(true);
    expect(parseExtensionRequest(read(base())).ok).toBe(false);
  });
});

describe("identifiers", () => {
  it("gives the id to answer with, null where there is none", () => {
    expect([{ id: "a" }, { id: 0 }, { id: null }, {}, [], "x"].map((value) => requestIdOf(read(value)))).toEqual([
      "a",
      0,
      null,
      null,
      null,
      null,
    ]);
  });

  it("compares UUIDs without regard to case", () => {
    expect(foldUuid("AAAAAAAA-aaaa-4AAA-8aaa-AAAAAAAAAAAA")).toBe("aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa");
  });

  it("finds the JSON-RPC shape before anything else is known", () => {
    expect(parseRpc(read({ ...base(), params: {} })).ok).toBe(true);
  });
});
