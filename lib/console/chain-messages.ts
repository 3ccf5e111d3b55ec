/** What the page and its worker say to each other while a chain is recomputed. */
import type { ChainFinding, ChainReport } from "../core/chain/report";
import type { ChainKeys, ChainRow } from "../core/read-models/sessions";

export type ToWorker =
  | { readonly type: "rows"; readonly rows: readonly ChainRow[] }
  /** Everything was sent: compute against this head. */
  | {
      readonly type: "run";
      readonly anchor: { readonly count: number; readonly head: string | null };
      readonly keys: ChainKeys | null;
    };

/** One entry as computed. */
export interface CheckedEntry {
  readonly seq: number;
  readonly computed: string | null;
  readonly findings: readonly ChainFinding[];
  readonly signatures?: { readonly valid: number; readonly unchecked: number };
}

export type FromWorker =
  | {
      readonly type: "checked";
      readonly entries: readonly CheckedEntry[];
      readonly done: number;
      readonly total: number;
    }
  | { readonly type: "report"; readonly report: ChainReport; readonly elapsedMs: number };
