import { describe, expect, it } from "vitest";
import { OWN_CASES, PUBLISHED_CASES } from "../../../testing/payload-cases";
import { fromPlain } from "../../json/build";
import { readJsonText } from "../../json/read";
import { checkPayload } from "../payload";
import type { Hook } from "./hook";
import { SCHEMA_EVIDENCE, schemaEvidence } from "./inferred";
import { ACS_METHODS, EVALUATED_METHODS, hookFor, methodStatus, permittedAt, permittedSubstitute } from "./registry";
import { wrappedMethod } from "./wrapped";

function hook(method: string): Hook {
  const found = hookFor(method);
  if (found === undefined) throw new Error(`no hook ${method}`);
  return found;
}

describe("payload schemas", () => {
  it.each([...PUBLISHED_CASES, ...OWN_CASES])("%s judges %j as %s", (method, payload, isValid) => {
    expect(checkPayload(hook(method), fromPlain(payload)).ok).toBe(isValid);
    expect(checkPayload(hook(method), fromPlain(payload), "deterministic").ok).toBe(isValid);
  });

  it("want provenance only from clients that produce it", () => {
    const bare = fromPlain({ tool: { name: "t" }, arguments: { amount: { value: 840 } } });
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
  it("knows the 19 hooks, AgBOM, ping and handshake, and judges all but the last two", () => {
    expect(Object.keys(ACS_METHODS)).toHaveLength(23);
    expect(Object.keys(ACS_METHODS).filter((method) => method.startsWith("steps/"))).toHaveLength(19);
    expect(EVALUATED_METHODS).toEqual(Object.keys(ACS_METHODS).slice(0, 21));
    for (const method of EVALUATED_METHODS) {
      expect(hookFor(method)).toMatchObject({ method, permitted: permittedAt(method) });
    }
  });

  it("says of every method how its schema is known", () => {
    const own = Object.keys(ACS_METHODS).filter((method) => schemaEvidence(method) === null);
    expect(own).toEqual([]);
    expect(Object.keys(SCHEMA_EVIDENCE)).toHaveLength(Object.keys(ACS_METHODS).length + 1);
    expect(schemaEvidence("wrapped:mcp-1/tools/call")).toBe("inferred");
    expect(["steps/nope", "protocols/A2A/x", "toString"].map(schemaEvidence)).toEqual([null, null, null]);
  });

  it("gives a wrapped method's hook under the name that was asked for", () => {
    for (const method of ["protocols/MCP/tools/call", "protocols/mcp/tools/call", "wrapped:MCP-2025-06-18/a/b_c"]) {
      expect(hookFor(method)).toMatchObject({ method, permitted: ["allow", "deny", "modify", "ask", "defer"] });
      expect(hookFor(method)).toBe(hookFor(method));
    }
    expect(hookFor("protocols/A2A/message/send")).toBe(undefined);
  });

  it("takes a wrapped method apart", () => {
    expect(wrappedMethod("protocols/mcp/tools/call")).toEqual({ protocol: "MCP", version: null, inner: "tools/call" });
    const explicit = { protocol: "MCP", version: "2025-06-18", inner: "initialize" };
    expect(wrappedMethod("wrapped:mcp-2025-06-18/initialize")).toEqual(explicit);
    for (const other of ["wrapped:mcp-/x", "wrapped:mcp/x", "protocols/MCP", "protocols/MCP//x", "protocols/MCP/x/"])
      expect(wrappedMethod(other)).toBe(null);
  });

  it.each([
    ["steps/toolCallRequest", "evaluated"],
    ["steps/memoryStore", "evaluated"],
    ["agbom/snapshot", "evaluated"],
    ["protocols/MCP/tools/call", "evaluated"],
    ["protocols/mcp/initialize", "evaluated"],
    ["wrapped:mcp-2025-06-18/tools/call", "evaluated"],
    ["protocols/A2A/message/send", "known"],
    ["wrapped:a2a-1/message/send", "known"],
    ["system/ping", "known"],
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
