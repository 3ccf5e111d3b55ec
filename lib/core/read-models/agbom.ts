/**
 * What the AgBOM page of a session is given. Read by `readAgbom` of lib/server/agbom-views.ts (over sessionAgbom of
 * lib/storage/reads/agbom.ts); files come from GET /api/sessions/{key}/agbom/{format}.
 */
import type { ComponentType } from "../agbom/ban";
import type { AgbomDiffReport } from "../agbom/diff";
import type { AgbomGraph } from "../agbom/graph";

/** A ban that stands against a component now. */
export interface BanMark {
  readonly banId: string;
  readonly reason: string;
  /** Why it cannot be compared; null where it matches. */
  readonly notChecked: string | null;
}

export interface AgbomComponentItem {
  readonly id: string;
  readonly type: ComponentType;
  readonly name: string;
  readonly version: string | null;
  readonly provider: string | null;
  readonly endpoint: string | null;
  /** registration_provenance.origin */
  readonly origin: string | null;
  /** Its definition changed during the session and nobody decided on it since. */
  readonly changed: boolean;
  readonly declaredSeq: number;
  readonly changedSeq: number;
  /** Entry that removed it, null while it is declared. */
  readonly removedSeq: number | null;
  readonly bans: readonly BanMark[];
  readonly uses: number;
  /** Not every use was counted: there were at least so many, and the last was at that step or later. */
  readonly atLeast?: boolean;
  readonly lastUsedSeq: number | null;
  /** Canonical JSON text of the component as declared, secret values masked. */
  readonly content: string;
}

/** Something in use at a step. */
export interface ComponentUseItem {
  readonly type: ComponentType;
  readonly name: string;
  readonly provider: string | null;
  readonly version: string | null;
  readonly endpoint: string | null;
  readonly declared: boolean;
  readonly bans: readonly BanMark[];
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly uses: number;
  /** Not every use was counted: there were at least so many, and the last was at that step or later. */
  readonly atLeast?: boolean;
}

export interface AgbomChangeItem {
  readonly seq: number;
  readonly at: number;
  readonly kind: "snapshot" | "changed";
  readonly reason: string | null;
  readonly diff: AgbomDiffReport;
}

export interface SessionAgbom {
  /** Null when the session declared none. */
  readonly agbom: { readonly hash: string; readonly components: number; readonly seq: number } | null;
  /** Declared now, then removed ones; each in the order of ids. */
  readonly components: readonly AgbomComponentItem[];
  /** Of what is declared now. */
  readonly graph: AgbomGraph;
  /** In use without being declared; without an AgBOM, everything in use. */
  readonly undeclared: readonly ComponentUseItem[];
  readonly uses: readonly ComponentUseItem[];
  /** Newest first, at most 200. */
  readonly changes: readonly AgbomChangeItem[];
  readonly counts: {
    readonly declared: number;
    readonly removed: number;
    readonly banned: number;
    readonly notChecked: number;
    readonly changed: number;
    readonly undeclared: number;
  };
}
