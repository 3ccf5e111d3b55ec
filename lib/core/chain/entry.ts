/** ContextEntry and its hashes (ACS §8, W§10). */
import type { Crypto } from "../crypto";
import { fromHex, isDigest, toHex } from "../encoding";
import { omit, withMember } from "../json/build";
import { canonicalBytes } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";

/** One link of a session's chain. The object is open: ours also commits to the decision and to who approved. */
export type ContextEntry = JsonObject & {
  readonly entry_id: string;
  readonly step_id: string;
  readonly step_type: string;
  readonly request_hash?: string;
  readonly timestamp?: string;
  readonly turn_id?: string;
  readonly decision?: string;
  readonly decision_hash?: string;
  readonly approver?: JsonValue;
  readonly approval_id?: string;
  readonly receipt_hash?: string;
  readonly provenance_summary?: JsonObject;
  readonly previous_hash: string | null;
  readonly entry_hash: string;
};

/**
 * Lowercase hex of SHA-256(JCS(content) ‖ raw bytes of `previous`), nothing appended for the first entry (§8.2).
 * `entry_hash` and `previous_hash` in the content are left out. Throws TypeError when `previous` is no digest.
 */
export function entryHash(c: Crypto, content: JsonObject, previous: string | null): string {
  const hashed = canonicalBytes(omit(content, "entry_hash", "previous_hash"));
  if (previous === null) return toHex(c.sha256(hashed));
  const link = isDigest(previous) ? fromHex(previous) : null;
  if (link === null) throw new TypeError("previous hash is not a digest");
  const bytes = new Uint8Array(hashed.length + link.length);
  bytes.set(hashed);
  bytes.set(link, hashed.length);
  return toHex(c.sha256(bytes));
}

/** The content with `previous_hash` (null on the first entry) and `entry_hash`. */
export function sealEntry(c: Crypto, content: JsonObject, previous: string | null): JsonObject {
  const hash = entryHash(c, content, previous);
  return withMember(withMember(content, "previous_hash", previous), "entry_hash", hash);
}

/** §8.1: lowercase hex of SHA-256 over JCS of `params` as received, signature included. */
export function requestHash(c: Crypto, params: JsonObject): string {
  return toHex(c.sha256(canonicalBytes(params)));
}

/** Ours: lowercase hex of SHA-256 over JCS of the result without `chain_hash` and `signature`. */
export function decisionHash(c: Crypto, result: JsonObject): string {
  return toHex(c.sha256(canonicalBytes(omit(result, "chain_hash", "signature"))));
}
