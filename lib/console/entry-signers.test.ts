import { describe, expect, it } from "vitest";
import { signersOf } from "./entry-signers";

const signature = (algorithm: string, key_id: string) => ({ algorithm, key_id, value: "AAAA" });
const row = (request: unknown, response: unknown) => ({
  seq: 1,
  entry: "{}",
  request: request === null ? null : JSON.stringify(request),
  response: response === null ? null : JSON.stringify(response),
  withheld: null,
});

describe("who signed the messages of an entry", () => {
  it("names algorithm and key of both sides, of results and of errors", () => {
    const asked = { params: { signature: signature("ML-DSA-65", "k1") } };
    expect(signersOf(row(asked, { result: { signature: signature("ML-DSA-65", "g1") } }))).toEqual([
      { by: "agent", algorithm: "ML-DSA-65", keyId: "k1" },
      { by: "guardian", algorithm: "ML-DSA-65", keyId: "g1" },
    ]);
    expect(signersOf(row(null, { error: { signature: signature("HMAC-SHA256", "k") } }))).toEqual([
      { by: "guardian", algorithm: "HMAC-SHA256", keyId: "k" },
    ]);
  });

  it("names nobody where nothing is signed, readable or there", () => {
    expect(signersOf(row(null, null))).toEqual([]);
    expect(signersOf(row({ params: { signature: "x" } }, [1]))).toEqual([]);
    expect(signersOf({ ...row(null, null), request: "not json" })).toEqual([]);
  });
});
