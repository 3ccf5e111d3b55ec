/** What the console's views of Agent Hooks hosts are given: plain JSON, times in ms since the epoch. */
import type { RecordFlag } from "../agent-hooks/compare-records";
import type { RecordFacts } from "../agent-hooks/record";

/** One record of a host, as a row. */
export interface RecordRow extends RecordFacts {
  readonly seq: number;
  /** The host's own time of the emission; where it told none, that of receipt. */
  readonly at: number;
  /** The entry that it is about; null for records that stand beside the chain. */
  readonly entry: number | null;
  readonly flags: readonly RecordFlag[];
}

/** What was enforced of one entry; `record` is null where the host says nothing. */
export interface EnforcedRow {
  readonly entry: number;
  readonly record: RecordRow | null;
  readonly flags: readonly RecordFlag[];
}

export interface RecordDetail {
  readonly row: RecordRow;
  readonly receivedAt: number;
  /** The sealed record as stored, JSON text. */
  readonly content: string;
  readonly recordHash: string;
  /** "" on the first one */
  readonly previousHash: string;
}

/** A session whose agent runs in an Agent Hooks host. */
export interface HostedSession {
  /** Null where the session did not say so in its handshake, and only sent records. */
  readonly host: {
    readonly framework: string;
    readonly mode: "enforce" | "evaluate_only";
    readonly resolver: boolean;
  } | null;
  readonly records: number;
  readonly head: string | null;
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  readonly disagreements: number;
  /** Records of which the host says that it did not obey them. */
  readonly unenforced: number;
  /** Records beside the chain, in their order: each after the entry of that number (0: before the first). */
  readonly beside: readonly (readonly [after: number, record: number])[];
}

export interface HostedHeader extends HostedSession {
  /** Recomputed from what is stored, now; `unchecked` where there are too many for a page. */
  readonly chain: "whole" | "broken" | "unchecked";
}
