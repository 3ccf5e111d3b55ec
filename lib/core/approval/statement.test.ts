import { p256 } from "@noble/curves/nist.js";
import { describe, expect, it } from "vitest";
import type { EcPublicJwk } from "../crypto";
import { nobleCrypto } from "../crypto-noble";
import { toBase64, toBase64Url } from "../encoding";
import { withMember } from "../json/build";
import type { JsonObject } from "../json/value";
import {
  decidedStatement,
  receiptBytes,
  receiptHash,
  receiptObject,
  signedReceipt,
  statementHash,
  statementObject,
} from "./statement";
import { verifyReceipt } from "./verify-receipt";

const secret = new Uint8Array(32).fill(7);
const point = p256.getPublicKey(secret, false);
const publicKey: EcPublicJwk = {
  kty: "EC",
  crv: "P-256",
  x: toBase64Url(point.slice(1, 33)),
  y: toBase64Url(point.slice(33)),
};
const keys = [{ key_id: "g1", public_key: publicKey }];

const served = (approver: string, more: Partial<Parameters<typeof statementObject>[0]> = {}): JsonObject =>
  statementObject({
    approval_id: "apr_1",
    requested_digest: "sha256:aa",
    effective_digest: "sha256:bb",
    view_digest: "sha256:dd",
    approver: { id: approver, kind: "person" },
    sign_in: "sig_1",
    bundle_digest: "sha256:cc",
    discharges: [{ rule_id: "r1", disposition: "ask" }],
    nonce: "n",
    issued_at: "2026-11-30T10:00:00.000Z",
    use_before: "2026-11-30T10:15:00.000Z",
    ...more,
  });

const approves = (approver: string, more = {}): JsonObject =>
  decidedStatement(served(approver, more), { verdict: "approve" });

function receiptOf(statements: readonly JsonObject[], outcome: "approved" | "rejected" = "approved"): JsonObject {
  const receipt = receiptObject({ statements, outcome, channel: "console", decided_at: "2026-11-30T10:01:00.000Z" });
  const value = toBase64(p256.sign(receiptBytes(receipt), secret, { prehash: true }));
  return signedReceipt(receipt, { key_id: "g1", algorithm: "ECDSA-P256", value });
}

const verdictOf = (receipt: JsonObject, trusted = keys): string => {
  const result = verifyReceipt(nobleCrypto, receipt, trusted);
  return result.ok ? result.value.outcome : result.failure.reason;
};

describe("a receipt", () => {
  it("is verified and says what was decided, by whom", () => {
    const result = verifyReceipt(nobleCrypto, receiptOf([approves("per_1"), approves("per_2")]), keys);
    expect(result.ok && result.value).toEqual({
      approval_id: "apr_1",
      effective_digest: "sha256:bb",
      outcome: "approved",
      approvers: [
        { id: "per_1", kind: "person" },
        { id: "per_2", kind: "person" },
      ],
      key_id: "g1",
    });
  });

  it("of a denial carries the reason", () => {
    const denied = decidedStatement(served("per_1"), { verdict: "deny", reason: "not agreed" });
    expect(denied.reason).toBe("not agreed");
    expect(verdictOf(receiptOf([denied], "rejected"))).toBe("rejected");
  });

  it.each([
    ["outcome", "rejected"],
    ["channel", "api"],
    ["decided_at", "2026-11-30T10:02:00.000Z"],
    ["use_by", "2030-01-01T00:00:00.000Z"],
    ["statements", [approves("per_9")]],
  ])("does not survive another %s", (member, value) => {
    expect(verdictOf(withMember(receiptOf([approves("per_1")]), member, value))).toBe("receipt_signature_invalid");
  });

  it("takes no key from itself", () => {
    expect(verdictOf(receiptOf([approves("per_1")]), [])).toBe("receipt_key_unknown");
    expect(verdictOf(withMember(receiptOf([approves("per_1")]), "public_key", "x"), [])).toBe("receipt_key_unknown");
  });

  it.each<[string, readonly JsonObject[], "approved" | "rejected", string]>([
    ["one account twice", [approves("per_1"), approves("per_1")], "approved", "receipt_approver_repeated"],
    [
      "other digests",
      [approves("per_1"), approves("per_2", { effective_digest: "sha256:ee" })],
      "approved",
      "receipt_statements_disagree",
    ],
    [
      "other findings",
      [approves("per_1"), approves("per_2", { discharges: [] })],
      "approved",
      "receipt_statements_disagree",
    ],
    [
      "a denial under an approval",
      [decidedStatement(served("per_1"), { verdict: "deny" })],
      "approved",
      "receipt_verdict_disagrees",
    ],
    ["an approval under a rejection", [approves("per_1")], "rejected", "receipt_verdict_disagrees"],
    ["no verdict", [served("per_1")], "approved", "receipt_verdict_disagrees"],
    ["no statement", [], "approved", "receipt_unreadable"],
    ["something else", [{ v: "x" }], "approved", "receipt_unreadable"],
  ])("is refused with %s, although signed", (_, statements, outcome, reason) => {
    expect(verdictOf(receiptOf(statements, outcome))).toBe(reason);
  });

  it.each([null, "x", [], {}, { v: "guardian-receipt/1" }, { v: "guardian-receipt/1", signature: { key_id: "g1" } }])(
    "that is %j is unreadable",
    (value) => {
      expect(verdictOf(value as unknown as JsonObject)).toBe("receipt_unreadable");
    },
  );

  it("has one hash, over its signature too", () => {
    const receipt = receiptOf([approves("per_1")]);
    expect(receiptHash(nobleCrypto, receipt)).toMatch(/^[0-9a-f]{64}$/);
    const other = signedReceipt(receipt, { key_id: "g1", algorithm: "ECDSA-P256", value: "AAAA" });
    expect(receiptHash(nobleCrypto, other)).not.toBe(receiptHash(nobleCrypto, receipt));
  });
});

describe("a statement", () => {
  it("is challenged by its SHA-256, which changes with the verdict", () => {
    const hash = statementHash(nobleCrypto, approves("per_1"));
    expect(hash).toHaveLength(32);
    expect(hash).not.toEqual(statementHash(nobleCrypto, served("per_1")));
  });

  it("leaves a reason that was not given out", () => {
    expect(Object.hasOwn(approves("per_1"), "reason")).toBe(false);
  });
});
