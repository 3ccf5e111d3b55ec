import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { ENVELOPES, HELLOS, OWN_CASES, PUBLISHED_CASES } from "../../../testing/payload-cases";
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

describe.each(published)("the published schemas", (ajv) => {
  const accepts = (id: string, value: unknown): boolean => {
    const validate = ajv.getSchema(ID + id);
    if (validate === undefined) throw new Error(`no schema ${id}`);
    return validate(JSON.parse(JSON.stringify(value))) === true;
  };

  it.each(PUBLISHED_CASES)("agree on %s with %j", (method, payload, isValid) => {
    expect(accepts(`hooks/${FILES[method]}.json`, payload)).toBe(isValid);
  });

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
