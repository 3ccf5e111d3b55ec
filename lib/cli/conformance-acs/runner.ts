/** Runs rows against a target, one check after the other. A row that did not run to its end and assert something never passes. */
import { CHECKS } from "./checks";
import { Failed, NotClaimed, NotEstablished } from "./outcome";
import type { Row, RowResult, RowState } from "./row";
import { ROWS } from "./rows";
import { type Check, Run } from "./run";
import type { Target } from "./target";

export interface RunOptions {
  readonly rows?: readonly Row[];
  readonly checks?: { readonly [name: string]: Check };
  /** Told of each row as it ends. */
  readonly onRow?: (result: RowResult) => void;
}

/** Throws on zero rows: a claim of nothing is none. */
export async function runRows(target: Target, options: RunOptions = {}): Promise<readonly RowResult[]> {
  const { rows = ROWS, checks = CHECKS, onRow } = options;
  if (rows.length === 0) throw new Error("there are no rows to run");
  const results: RowResult[] = [];
  for (const row of rows) {
    const result = { row, result: await runRow(target, checks[row.check]) };
    onRow?.(result);
    results.push(result);
  }
  return results;
}

async function runRow(target: Target, check: Check | undefined): Promise<RowState> {
  const failed = (why: string): RowState => ({ state: "EXERCISED", passed: false, why });
  if (check === undefined) return failed("the row's check does not exist");
  const run = new Run(target);
  try {
    await check(run);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof NotClaimed) return { state: "NOT CLAIMED", why };
    if (error instanceof NotEstablished) return { state: "NOT ESTABLISHED", why };
    return failed(error instanceof Failed ? why : `the check broke off: ${why}`);
  }
  return run.assertions > 0 ? { state: "EXERCISED", passed: true } : failed("the check asserted nothing");
}

export const hasFailed = ({ result }: RowResult): boolean => result.state === "EXERCISED" && !result.passed;
