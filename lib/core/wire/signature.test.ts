import { describe, expect, it } from "vitest";
import { nobleCrypto as c } from "../crypto-noble";
import { fromPlainObject, omit, withMember } from "../json/build";
import { readJsonText } from "../json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { readSignature, sessionKey, signEnvelope, verifyEnvelope } from "./signature";

const secret = new Uint8Array(32).fill(1);
const SESSION = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const key = sessionKey(c, secret, SESSION);
const envelope = fromPlainObject({ jsonrpc: "2.0", method: "steps/userMessage", id: 1, params: { a: 1 } });
const signed = signEnvelope(c, envelope, "params", key, "k1");

const withSignature = (signature: JsonValue): JsonObject =>
  withMember(envelope, "params", withMember(fromPlainObject({ a: 1 }), "signature", signature));

const outcome = (value: JsonObject, under = key): string => {
  const result = verifyEnvelope(c, value, "params", under);
  return result.ok ? "ok" : `${result.failure.code} ${result.failure.reason}`;
};

const good = { algorithm: "HMAC-SHA256", value: `${"A".repeat(43)}=`, key_id: "k1" };

describe("verifyEnvelope", () => {
  it("accepts what signEnvelope made, and replaces a signature that is there", () => {
    expect(outcome(signed)).toBe("ok");
    expect(signEnvelope(c, signed, "params", key, "k1")).toEqual(signed);
  });

  it.each([
    ["method", "steps/agentResponse"],
    ["id", 2],
    ["jsonrpc", "2.1"],
    ["extra", true],
  ])("covers the envelope's %s", (name, value) => {
    expect(outcome(withMember(signed, name, value))).toBe("-32004 signature_invalid");
  });

  it("covers a member called __proto__", () => {
    const text = (scope: string) =>
      `{"jsonrpc":"2.0","method":"m","id":1,"params":{"c":{"__proto__":{"s":"${scope}"}}}}`;
    const read = (json: string): JsonObject => {
      const value = readJsonText(json);
      if (!value.ok || !isJsonObject(value.value)) throw new Error("unreadable");
      return value.value;
    };
    const first = signEnvelope(c, read(text("staging")), "params", key, "k1");
    const { params } = first;
    if (!isJsonObject(params)) throw new Error("no params");
    expect(outcome(first)).toBe("ok");
    const other = read(text("production"));
    if (!isJsonObject(other.params)) throw new Error("no params");
    const moved = withMember(other, "params", withMember(other.params, "signature", params.signature ?? null));
    expect(outcome(moved)).toBe("-32004 signature_invalid");
    const without = withMember(
      other,
      "params",
      withMember(omit(other.params, "c"), "signature", params.signature ?? null),
    );
    expect(outcome(without)).toBe("-32004 signature_invalid");
  });

  it("knows one key per session, and not the secret itself", () => {
    const other = sessionKey(c, secret, "bbbbbbbb-aaaa-4aaa-8aaa-aaaaaaaaaaaa");
    expect(outcome(signed, other)).toBe("-32004 signature_invalid");
    expect(outcome(signed, secret)).toBe("-32004 signature_invalid");
    expect(outcome(signed, sessionKey(c, secret, SESSION.toUpperCase()))).toBe("-32004 signature_invalid");
  });

  it("names a missing signature", () => {
    expect(outcome(envelope)).toBe("-32004 signature_missing");
  });

  it.each<[string, JsonValue]>([
    ["null", null],
    ["a string", "abc"],
    ["an empty object", {}],
    ["an array", []],
    ["an empty value", { ...good, value: "" }],
    ["a short value", { ...good, value: "abc" }],
    ["a value of 10,000 letters", { ...good, value: "A".repeat(10_000) }],
    ["a value that is null", { ...good, value: null }],
    ["a value that is an object", { ...good, value: {} }],
    ["31 bytes", { ...good, value: `${"A".repeat(42)}==` }],
    ["base64 without padding", { ...good, value: "A".repeat(43) }],
    ["base64 with spare bits set", { ...good, value: `${"A".repeat(42)}B=` }],
    ["the URL alphabet", { ...good, value: `${"A".repeat(42)}_=` }],
    ["white space", { ...good, value: ` ${"A".repeat(43)}=` }],
    ["an unknown algorithm", { ...good, algorithm: "none" }],
    ["an algorithm in lower case", { ...good, algorithm: "hmac-sha256" }],
    ["no key_id", { algorithm: good.algorithm, value: good.value }],
    ["an empty key_id", { ...good, key_id: "" }],
  ])("calls %s malformed", (_, signature) => {
    expect(outcome(withSignature(signature))).toBe("-32004 signature_malformed");
  });

  it("calls another algorithm than the key's invalid", () => {
    expect(outcome(withSignature({ ...good, algorithm: "ECDSA-P256" }))).toBe("-32004 signature_invalid");
  });

  it("calls a well-formed wrong one invalid", () => {
    expect(outcome(withSignature(good))).toBe("-32004 signature_invalid");
  });

  it("reads which key it needs before any key is known", () => {
    expect(readSignature(signed, "params")).toMatchObject({
      ok: true,
      value: { keyId: "k1", algorithm: "HMAC-SHA256" },
    });
  });
});
