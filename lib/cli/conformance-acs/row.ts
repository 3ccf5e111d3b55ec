/** One row of a conformance claim: a requirement of ACS v0.1.0 in our words, and the check that establishes it. */

import type { Profile } from "../../core/wire/profiles";

export type Level = "MUST" | "SHOULD" | "MAY";

export interface Row {
  /** Stable: claims are compared by it. */
  readonly id: string;
  readonly profile: Profile;
  readonly level: Level;
  readonly text: string;
  /** Where the standard says so; C is its conformance page. */
  readonly ref: string;
  /** Key of the check that is run. */
  readonly check: string;
  /** The payload's schema is known by inference only. */
  readonly schemaInferred: boolean;
}

/** What became of a row. EXERCISED rows passed or failed; the others never count as passed. */
export type RowState =
  | { readonly state: "EXERCISED"; readonly passed: true }
  | { readonly state: "EXERCISED"; readonly passed: false; readonly why: string }
  | { readonly state: "NOT CLAIMED"; readonly why: string }
  | { readonly state: "NOT ESTABLISHED"; readonly why: string };

export interface RowResult {
  readonly row: Row;
  readonly result: RowState;
}

type Short = readonly [id: string, level: Level, ref: string, text: string, check?: string];

/** Rows of one profile; a row's check has its id unless another is named. */
export const rowsOf = (profile: Profile, rows: readonly Short[], inferred: readonly string[] = []): readonly Row[] =>
  rows.map(([id, level, ref, text, check = id]) => ({
    id,
    profile,
    level,
    text,
    ref,
    check,
    schemaInferred: inferred.includes(id),
  }));
