/** One transaction over the steps that waited at the same moment; every plan gets its own outcome. */
import type { Pool, PoolClient } from "pg";
import type { CommitOutcome, StepPlan } from "../../guardian/ports";
import { judge } from "./judge";
import { type Locked, lockAndRead } from "./locked";
import { fateOf } from "./lost-commit";
import { moveApprovals } from "./moves";
import { writeRows } from "./writes";

export type Outcomes = Map<StepPlan, CommitOutcome>;

export interface BatchOptions {
  /** For each statement; waiting for a lock is given up a little earlier. */
  readonly deadlineMs: number;
}

/** Commits the plans together, or one by one where one of them makes the database object. Never throws. */
export async function commitBatch(pool: Pool, plans: readonly StepPlan[], options: BatchOptions): Promise<Outcomes> {
  const attempt: Attempt = { pool, options, outcomes: new Map() };
  let left = await tryTogether(attempt, plans);
  if (left && isPassing(left.error)) left = await tryTogether(attempt, left.plans);
  if (!left) return attempt.outcomes;
  if (left.plans.length === 1 || isPassing(left.error)) settle(attempt, left.plans, failed(left.error));
  else await oneByOne(attempt, left.plans);
  return attempt.outcomes;
}

interface Attempt {
  readonly pool: Pool;
  readonly options: BatchOptions;
  readonly outcomes: Outcomes;
}

interface Left {
  readonly plans: readonly StepPlan[];
  readonly error: Error;
}

/** Finds the plan at fault; the others are written. A database too slow for all of them ends the search. */
async function oneByOne(attempt: Attempt, plans: readonly StepPlan[]): Promise<void> {
  const end = performance.now() + attempt.options.deadlineMs * 4;
  for (const plan of plans) {
    const late = performance.now() > end;
    const left = late
      ? { plans: [plan], error: new Error("the database is too slow") }
      : await tryTogether(attempt, [plan]);
    if (left) settle(attempt, left.plans, failed(left.error));
  }
}

/** Runs one transaction and gives outcomes to its plans; returns those that are undecided and may be tried again. */
async function tryTogether(attempt: Attempt, plans: readonly StepPlan[]): Promise<Left | null> {
  const { pool, options, outcomes } = attempt;
  const ended = await transaction(pool, plans, options);
  for (const [plan, stopped] of ended.stopped) outcomes.set(plan, stopped);
  const open = plans.filter((plan) => !ended.stopped.has(plan));
  if (ended.kind === "torn") return open.length > 0 ? tryTogether(attempt, open) : null;
  if (ended.kind === "committed") return settle(attempt, open, { kind: "committed", at: ended.at });
  if (ended.kind === "unsure") {
    const fate = await fateOf(pool, open, options.deadlineMs * 2);
    if (fate === "committed") return settle(attempt, open, { kind: "committed", at: ended.at });
    if (fate === "undecidable") return settle(attempt, open, { kind: "unknown", error: ended.error });
  }
  return { plans: open, error: ended.error };
}

const failed = (error: Error): CommitOutcome => ({ kind: "failed", error });

function settle(attempt: Attempt, plans: readonly StepPlan[], outcome: CommitOutcome): null {
  for (const plan of plans) attempt.outcomes.set(plan, outcome);
  return null;
}

/** Errors that say nothing about a plan: deadlock, serialization, a connection that went away (no SQLSTATE, 08, 57P). */
function isPassing(error: Error): boolean {
  const code = (error as { code?: unknown }).code;
  if (typeof code !== "string" || !/^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return !(error instanceof TypeError);
  return code === "40P01" || code === "40001" || code.startsWith("08") || code.startsWith("57P");
}

type Ended = { readonly stopped: Outcomes } & (
  | { readonly kind: "committed"; readonly at: number }
  /** A plan lost one of its moves after another had happened: rolled back, to run again without it. */
  | { readonly kind: "torn" }
  | { readonly kind: "failed"; readonly error: Error }
  /** COMMIT was sent and not confirmed. */
  | { readonly kind: "unsure"; readonly at: number; readonly error: Error }
);

async function transaction(pool: Pool, plans: readonly StepPlan[], options: BatchOptions): Promise<Ended> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    return { kind: "failed", stopped: new Map(), error: error as Error };
  }
  const ended = await inside(client, plans, options);
  client.release(ended.kind === "unsure" || (ended.kind === "failed" && isPassing(ended.error)));
  return ended;
}

/**
 * Plans are made once per connection: the statements take arrays, and the planner would otherwise plan anew for every
 * length, which costs more than the execution. By key only, whatever the tables' sizes were at that moment.
 */
const begin = (deadlineMs: number): string =>
  `BEGIN ISOLATION LEVEL READ COMMITTED;
   SET LOCAL statement_timeout = ${deadlineMs}; SET LOCAL lock_timeout = ${Math.ceil(deadlineMs * 0.75)};
   SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off; SET LOCAL jit = off`;

async function inside(client: PoolClient, plans: readonly StepPlan[], options: BatchOptions): Promise<Ended> {
  const stopped: Outcomes = new Map();
  let at = 0;
  try {
    await client.query(begin(options.deadlineMs));
    const locked = await lockAndRead(client, plans);
    at = locked.now;
    const writable = await survivors(client, { plans, locked, stopped });
    if (writable === null) {
      await client.query("ROLLBACK");
      return { kind: "torn", stopped };
    }
    if (writable.length > 0) await writeRows(client, writable);
  } catch (error) {
    const failure = error as Error;
    await client.query("ROLLBACK").catch(() => undefined);
    return { kind: "failed", stopped: new Map(), error: failure };
  }
  return (await commit(client, at, stopped)) ?? { kind: "committed", at, stopped };
}

async function commit(client: PoolClient, at: number, stopped: Outcomes): Promise<Ended | null> {
  try {
    const { command } = await client.query("COMMIT");
    // The server answers ROLLBACK to the COMMIT of a transaction that had failed.
    if (command === "COMMIT") return null;
    return { kind: "failed", stopped: new Map(), error: new Error("the transaction was rolled back") };
  } catch (error) {
    return { kind: "unsure", at, stopped, error: error as Error };
  }
}

interface Judging {
  readonly plans: readonly StepPlan[];
  readonly locked: Locked;
  readonly stopped: Outcomes;
}

/** The plans whose rows may be written, their approvals moved; null when the transaction must start over. */
async function survivors(client: PoolClient, judging: Judging): Promise<StepPlan[] | null> {
  const { plans, locked, stopped } = judging;
  for (const plan of plans) {
    const outcome = judge(plan, locked);
    if (outcome) stopped.set(plan, outcome);
  }
  const allowed = plans.filter((plan) => !stopped.has(plan));
  const lost = await moveApprovals(client, allowed);
  for (const move of lost) stopped.set(move.plan, { kind: "approval_moved", id: move.id });
  if (lost.some((move) => move.torn)) return null;
  return allowed.filter((plan) => !stopped.has(plan));
}
