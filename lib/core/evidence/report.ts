/** What the verifier says about a pack: a verdict, every finding, and what it cannot say. */
import type { ChainCounts, ChainFaultKind } from "../chain/report";

export type EvidenceFaultKind =
  | ChainFaultKind
  /** The signed head does not verify although its key is known, or speaks of another session. */
  | "head_invalid"
  /** Unsigned parts of the pack contradict signed ones. */
  | "header_mismatch"
  /** Entries after the signed head: nothing vouches for them. */
  | "beyond_head"
  /** A receipt is missing, altered, wrongly signed, or names another approval. */
  | "receipt_invalid"
  /** A host record is missing, altered, out of its chain, or names an entry that is not there. */
  | "record_invalid";

export interface EvidenceFinding {
  readonly kind: EvidenceFaultKind;
  /** The entry concerned, null when the fault is the pack's as a whole. */
  readonly seq: number | null;
  readonly message: string;
}

export interface EvidenceReport {
  /**
   * `verified`: all of it was recomputed and the head is signed by a trusted key. `tampered`: at least one finding.
   * `undecided`: nothing contradicts, and something needed is not there (a key, a readable pack, any entry at all).
   */
  readonly verdict: "verified" | "tampered" | "undecided";
  /** By entry, those of the pack as a whole last. */
  readonly findings: readonly EvidenceFinding[];
  /** The first bad entry, or the first fault of the whole. */
  readonly first: EvidenceFinding | null;
  /** Why the verdict is `undecided`. */
  readonly doubts: readonly string[];
  /** What was not or could not be checked, in sentences. */
  readonly notes: readonly string[];
  readonly sessionId: string | null;
  readonly entries: number;
  readonly receipts: number;
  /** Host records in the pack. */
  readonly records: number;
  readonly counts: ChainCounts | null;
  /** The trusted key that signed the head. */
  readonly signedBy: string | null;
}

/** Collects findings, doubts and notes; the verdict follows from them. */
export class EvidenceLedger {
  readonly findings: EvidenceFinding[] = [];
  readonly doubts: string[] = [];
  readonly notes: string[] = [];

  fault(kind: EvidenceFaultKind, message: string, seq: number | null = null): void {
    this.findings.push({ kind, seq, message });
  }

  doubt(message: string): void {
    this.doubts.push(message);
  }

  note(message: string): void {
    this.notes.push(message);
  }

  sorted(): readonly EvidenceFinding[] {
    return [...this.findings].sort((a, b) => (a.seq ?? Number.MAX_SAFE_INTEGER) - (b.seq ?? Number.MAX_SAFE_INTEGER));
  }
}
