/** The chain of a session's host records: ACS §8.2's formula over entries of its own, never mixed with the session's. */
import { sealEntry } from "../chain/entry";
import type { Crypto } from "../crypto";
import { toHex } from "../encoding";
import { canonicalBytes } from "../json/canonical";
import type { JsonObject } from "../json/value";

export const RECORD_FORMAT = "guardian-host-record/1";

export interface RecordPlace {
  readonly seq: number;
  /** RFC 3339: when the Guardian received it. */
  readonly at: string;
  readonly sessionId: string;
  /** Null on the first one. */
  readonly previous: string | null;
}

/** `record` as received, with `previous_hash` and `entry_hash`. */
export function sealRecord(c: Crypto, record: JsonObject, place: RecordPlace): JsonObject {
  const { seq, at, sessionId, previous } = place;
  return sealEntry(c, { v: RECORD_FORMAT, session_id: sessionId, seq, received_at: at, record }, previous);
}

/** Tells a repeated record from another one. */
export const recordDigest = (c: Crypto, record: JsonObject): string => toHex(c.sha256(canonicalBytes(record)));
