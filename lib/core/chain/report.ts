/** What a chain verification is given and what it says: every finding with its place, never a bare yes or no. */

/** One stored entry with the messages it commits to, as text; null where a message was erased or is withheld. */
export interface ChainItem {
  /** Position in the session, from 1. A label outside the hash, so it is checked, not trusted. */
  readonly seq: number;
  readonly entry: string;
  readonly request: string | null;
  readonly response: string | null;
}

export type ChainFaultKind =
  /** Content does not hash to its `entry_hash`, or the published head is another. */
  | "altered"
  /** `previous_hash` names an entry that is not there, although no number is missing. */
  | "broken_link"
  /** The entry is genuine and stands in another entry's place. */
  | "reordered"
  /** Entries before this one are gone. */
  | "missing"
  /** Two entries follow the same one. */
  | "fork"
  /** Entries after the last one are gone: the published head says so. */
  | "truncated"
  /** The stored request is not the one that the entry commits to. */
  | "request_mismatch"
  /** The stored answer is not the one that the entry commits to. */
  | "decision_mismatch"
  | "signature_invalid"
  | "unreadable";

export interface ChainFinding {
  readonly kind: ChainFaultKind;
  /** The entry it was found at; for `missing` and `truncated` the first entry that is not there. */
  readonly seq: number;
  readonly message: string;
}

/** A head that was published or signed elsewhere: how many entries, and the last one's hash (null for none). */
export interface ChainAnchor {
  readonly count: number;
  readonly head: string | null;
}

/** How many messages were compared with what their entries commit to. */
export interface ChainCounts {
  readonly requests: number;
  readonly responses: number;
  readonly withheldRequests: number;
  readonly withheldResponses: number;
  readonly validSignatures: number;
  readonly invalidSignatures: number;
  readonly malformedSignatures: number;
  readonly uncheckedSignatures: number;
}

/** One entry's verdict; no finding means that everything about it was recomputed and fits. */
export interface EntryVerdict {
  readonly seq: number;
  /** The hash recomputed from the stored bytes, null when the entry is unreadable. */
  readonly entryHash: string | null;
  readonly findings: readonly ChainFinding[];
  /** Of its stored messages: signatures that verify, and those that could not be checked. */
  readonly signatures: { readonly valid: number; readonly unchecked: number };
}

export interface ChainReport {
  /** By seq, in the order of discovery within one entry. */
  readonly findings: readonly ChainFinding[];
  readonly first: ChainFinding | null;
  readonly entries: number;
  /** Recomputed hash of the last entry. */
  readonly head: string | null;
  /** Entries after the anchor's count; a live chain may have grown since its head was read. */
  readonly beyondAnchor: number;
  readonly counts: ChainCounts;
  /** Messages signed with HMAC, and those of them that do not verify under the secret given. */
  readonly shared: { readonly messages: number; readonly invalid: number };
}
