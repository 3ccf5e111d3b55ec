import { describe, expect, it } from "vitest";
import { ACS_ERRORS, errorFor } from "./codes";
import { REASON_CODES, sentenceFor } from "./reason-codes";

describe("error table", () => {
  it("uses only the codes that JSON-RPC and ACS assign", () => {
    const codes = new Set<number>(Object.values(ACS_ERRORS).map(({ code }) => code));
    const assigned = [
      -32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002, -32003, -32004, -32005, -32006, -32007,
    ];
    expect([...codes].sort()).toEqual(assigned.sort());
  });

  it("gives code and sentence of a kind", () => {
    expect(errorFor("replay_detected").code).toBe(-32005);
  });

  it("spells reasons and reason codes as machine words", () => {
    for (const word of [...Object.keys(ACS_ERRORS), ...Object.keys(REASON_CODES)])
      expect(word).toMatch(/^[a-z][a-z0-9_]*$/);
  });

  it("has a sentence for the registered reason codes, and none for a policy's own", () => {
    for (const code of ["modify_unsupported", "approver_unavailable", "chain_mismatch"])
      expect(sentenceFor(code)).not.toBe(null);
    expect([sentenceFor("my_rule"), sentenceFor("toString")]).toEqual([null, null]);
  });
});
