/** What an approver states, and the receipt that the Guardian signs over it (design "Receipt"). */
import type { Crypto } from "../crypto";
import { toHex } from "../encoding";
import { omit } from "../json/build";
import { canonicalBytes } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";

/** A finding that an approval discharges, and only as this disposition. */
export interface DischargedFinding {
  readonly rule_id: string;
  readonly disposition: "ask" | "defer";
}

export interface StatementInput {
  readonly approval_id: string;
  readonly requested_digest: string;
  readonly effective_digest: string;
  readonly view_digest: string;
  /** Opaque id of the account. */
  readonly approver: { readonly id: string; readonly kind: "person" | "service" };
  /** How the account signed in: a sign-in id, never a credential. */
  readonly sign_in: string;
  readonly bundle_digest: string;
  readonly discharges: readonly DischargedFinding[];
  /** 32 random bytes, base64url. */
  readonly nonce: string;
  /** RFC 3339, UTC, ms. */
  readonly issued_at: string;
  /** The approval's expiry, in the same form. */
  readonly use_before: string;
}

/** `acs-statement/1` as served: everything but the verdict. Stored once for that account and sign-in. */
export function statementObject(input: StatementInput): JsonObject {
  return {
    v: "acs-statement/1",
    approval_id: input.approval_id,
    requested_digest: input.requested_digest,
    effective_digest: input.effective_digest,
    view_digest: input.view_digest,
    approver: { id: input.approver.id, kind: input.approver.kind },
    sign_in: input.sign_in,
    bundle_digest: input.bundle_digest,
    discharges: input.discharges.map(({ rule_id, disposition }) => ({ rule_id, disposition })),
    nonce: input.nonce,
    issued_at: input.issued_at,
    use_before: input.use_before,
  };
}

/** The served statement with what its approver decided. A reason that was not given is absent, never null. */
export function decidedStatement(
  served: JsonObject,
  decision: {
    readonly verdict: "approve" | "deny";
    readonly reason?: string;
    /** What else is granted than this one release (W§6): the Intent's extension, and for how long. */
    readonly grant?: JsonObject;
  },
): JsonObject {
  const { verdict, reason, grant } = decision;
  return {
    ...spread(served),
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(grant === undefined ? {} : { grant }),
  };
}

const spread = (object: JsonObject): { [member: string]: JsonValue } => omit(object);

/** SHA-256 of the canonical statement: the challenge that a passkey signs. */
export function statementHash(crypto: Crypto, statement: JsonObject): Uint8Array {
  return crypto.sha256(canonicalBytes(statement));
}

export interface ReceiptInput {
  /** One per counted vote, the deciding one last. */
  readonly statements: readonly JsonObject[];
  /** WebAuthn assertion and credential key over the deciding statement, or null where none was required. */
  readonly assertion?: JsonObject | null;
  readonly credential?: JsonObject | null;
  readonly outcome: "approved" | "rejected";
  /** console or api */
  readonly channel: string;
  /** RFC 3339, UTC, ms. */
  readonly decided_at: string;
  /** Only after an approval: until when the action may be released. */
  readonly use_by?: string;
}

/** `guardian-receipt/1` before it is signed. */
export function receiptObject(input: ReceiptInput): JsonObject {
  const receipt = {
    v: "guardian-receipt/1",
    outcome: input.outcome,
    statements: input.statements,
    assertion: input.assertion ?? null,
    credential: input.credential ?? null,
    channel: input.channel,
    decided_at: input.decided_at,
  };
  return input.use_by === undefined ? receipt : { ...receipt, use_by: input.use_by };
}

/** The bytes that the Guardian signs: the canonical receipt without its signature. */
export function receiptBytes(receipt: JsonObject): Uint8Array {
  return canonicalBytes(omit(receipt, "signature"));
}

/** The receipt with the Guardian's ECDSA-P256 signature (`value` is base64 of IEEE P1363). */
export function signedReceipt(
  receipt: JsonObject,
  signature: { readonly key_id: string; readonly algorithm: "ECDSA-P256"; readonly value: string },
): JsonObject {
  const { key_id, algorithm, value } = signature;
  return { ...spread(receipt), signature: { key_id, algorithm, value } };
}

/** Lowercase hex over the canonical signed receipt; `receipt_hash` of the ContextEntry. */
export function receiptHash(crypto: Crypto, receipt: JsonObject): string {
  return toHex(crypto.sha256(canonicalBytes(receipt)));
}
