import { describe, expect, it } from "vitest";
import { holdsSecret, shownAction, shownDifferences, shownEnvelope } from "./shown";

const request = (args: object) =>
  JSON.stringify({
    jsonrpc: "2.0",
    method: "steps/toolCallRequest",
    id: "1",
    params: {
      nonce: "n-1234567890123456",
      payload: { tool: { name: "http_request" }, arguments: args },
      signature: { algorithm: "HMAC-SHA256", key_id: "k1", value: "c2lnbmF0dXJl" },
    },
  });

describe("stored text as shown", () => {
  it("is byte for byte what is stored when nothing is secret, spacing and member order included", () => {
    const text = '{ "b": 1,\n "a": "x" }';
    expect(shownEnvelope(text)).toEqual({ text, masked: [] });
    expect(shownAction(text)).toEqual({ text, masked: [] });
  });

  it("hides the secret and keeps host, path and signature", () => {
    const text = request({
      url: { value: "https://api.partner.example.test/v1/orders" },
      headers: { value: { Authorization: "Bearer CANARY-7f3a9" } },
    });
    const shown = shownEnvelope(text);
    expect(shown.text).not.toContain("CANARY-7f3a9");
    expect(shown.text).toContain("https://api.partner.example.test/v1/orders");
    expect(shown.text).toContain("c2lnbmF0dXJl");
    expect(shown.masked).toEqual(["/params/payload/arguments/headers/value/Authorization"]);
    expect(holdsSecret(text)).toBe(true);
    expect(holdsSecret(request({ amount: { value: 840 } }))).toBe(false);
  });

  it("shows unreadable text as it is", () => {
    expect(shownEnvelope("{broken")).toEqual({ text: "{broken", masked: [] });
    expect(holdsSecret("{broken")).toBe(false);
  });
});

describe("a difference as shown", () => {
  it("names the path with both values", () => {
    expect(shownDifferences('{"amount":840}', '{"amount":8400}')).toEqual([
      { path: "/amount", kind: "changed", before: "840", after: "8400", masked: false },
    ]);
  });

  it("still differs when only a secret changed, without telling it", () => {
    const found = shownDifferences('{"password":"hunter2-old"}', '{"password":"hunter2-new"}');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ path: "/password", kind: "changed", masked: true });
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });
});
