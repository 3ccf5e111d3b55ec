/** Checks a receipt with keys that the caller trusts: its signature, and that its statements agree with each other. */
import type { Crypto, EcPublicJwk } from "../crypto";
import { fromBase64Strict } from "../encoding";
import { member, memberAt } from "../json/build";
import { canonicalText } from "../json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import { receiptBytes } from "./statement";

export interface ReceiptFault {
  readonly reason:
    | "receipt_unreadable"
    | "receipt_key_unknown"
    | "receipt_signature_invalid"
    | "receipt_statements_disagree"
    | "receipt_approver_repeated"
    | "receipt_verdict_disagrees";
  readonly message: string;
}

/** What a verified receipt says. */
export interface ReceiptFacts {
  readonly approval_id: string;
  readonly effective_digest: string;
  readonly outcome: "approved" | "rejected";
  readonly approvers: readonly { readonly id: string; readonly kind: string }[];
  readonly key_id: string;
}

export type TrustedKeys = readonly { readonly key_id: string; readonly public_key: EcPublicJwk }[];

/** Members that every statement of one receipt has in common. */
const COMMON = ["approval_id", "requested_digest", "effective_digest", "bundle_digest", "discharges"];

/** Never takes a key from the receipt itself. Names the first fault. */
export function verifyReceipt(
  crypto: Crypto,
  receipt: JsonValue,
  keys: TrustedKeys,
): Result<ReceiptFacts, ReceiptFault> {
  const read = readReceipt(receipt);
  if (read === null) return fault("receipt_unreadable", "not a guardian-receipt/1 object");
  const key = keys.find((candidate) => candidate.key_id === read.key_id);
  if (!key) return fault("receipt_key_unknown", "signed with a key that is not among the trusted ones");
  const bytes = fromBase64Strict(read.value);
  if (bytes === null || !crypto.verifyEcdsaP256(key.public_key, receiptBytes(read.receipt), bytes)) {
    return fault("receipt_signature_invalid", "the signature does not fit the receipt");
  }
  return checkStatements(read);
}

interface ReadReceipt {
  readonly receipt: JsonObject;
  readonly key_id: string;
  readonly value: string;
  readonly outcome: "approved" | "rejected";
  readonly statements: readonly [JsonObject, ...JsonObject[]];
}

function readReceipt(receipt: JsonValue): ReadReceipt | null {
  if (!isJsonObject(receipt) || member(receipt, "v") !== "guardian-receipt/1") return null;
  const key_id = memberAt(receipt, "signature", "key_id");
  const value = memberAt(receipt, "signature", "value");
  const outcome = member(receipt, "outcome");
  const listed = member(receipt, "statements");
  if (typeof key_id !== "string" || typeof value !== "string") return null;
  if (memberAt(receipt, "signature", "algorithm") !== "ECDSA-P256") return null;
  if (outcome !== "approved" && outcome !== "rejected") return null;
  if (!Array.isArray(listed)) return null;
  const statements = (listed as readonly JsonValue[]).filter(isStatement);
  const [first, ...more] = statements;
  if (!first || statements.length !== listed.length) return null;
  return { receipt, key_id, value, outcome, statements: [first, ...more] };
}

function isStatement(value: JsonValue): value is JsonObject {
  return (
    isJsonObject(value) &&
    member(value, "v") === "acs-statement/1" &&
    typeof member(value, "approval_id") === "string" &&
    typeof member(value, "effective_digest") === "string" &&
    typeof memberAt(value, "approver", "id") === "string" &&
    typeof memberAt(value, "approver", "kind") === "string"
  );
}

function checkStatements({ statements, outcome, key_id }: ReadReceipt): Result<ReceiptFacts, ReceiptFault> {
  const [first] = statements;
  for (const name of COMMON) {
    const expected = textOf(member(first, name));
    if (statements.some((statement) => textOf(member(statement, name)) !== expected)) {
      return fault("receipt_statements_disagree", `the statements name different ${name}`);
    }
  }
  const approvers = statements.map((statement) => ({
    id: String(memberAt(statement, "approver", "id")),
    kind: String(memberAt(statement, "approver", "kind")),
  }));
  if (new Set(approvers.map((approver) => approver.id)).size !== approvers.length) {
    return fault("receipt_approver_repeated", "one account is counted twice");
  }
  // an approval needs every vote; one refusal among votes makes a rejection
  const verdicts = statements.map((statement) => member(statement, "verdict"));
  const agrees = outcome === "approved" ? verdicts.every((v) => v === "approve") : verdicts.at(-1) === "deny";
  if (!agrees) return fault("receipt_verdict_disagrees", "the outcome is not what the statements say");
  const approval_id = String(member(first, "approval_id"));
  const effective_digest = String(member(first, "effective_digest"));
  return ok({ approval_id, effective_digest, outcome, approvers, key_id });
}

const textOf = (value: JsonValue | undefined): string => (value === undefined ? "" : canonicalText(value));
const fault = (reason: ReceiptFault["reason"], message: string): Result<never, ReceiptFault> =>
  err({ reason, message });
