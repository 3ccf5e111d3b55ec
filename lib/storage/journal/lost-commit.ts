/** The connection was lost at COMMIT: finds out, on another one, whether the transaction happened. */
import type { Pool, PoolClient } from "pg";
import type { StepPlan } from "../../guardian/ports";
import { keyText, shown } from "../text";

/** `undecidable` when no row of the batch tells, or the database cannot be asked in time. */
export type Fate = "committed" | "aborted" | "undecidable";

// Taking the session locks waits until the old transaction is over; before that, absence would prove nothing.
const LOCK = `SELECT 1 FROM session WHERE key = ANY($1) ORDER BY key COLLATE "C" FOR UPDATE`;

interface Probe {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** All plans of the batch shared one transaction, so one row that only this batch can have written decides for all. */
export async function fateOf(pool: Pool, plans: readonly StepPlan[], deadlineMs: number): Promise<Fate> {
  const probe = probeOf(plans);
  if (!probe) return "undecidable";
  const end = performance.now() + deadlineMs;
  do {
    const seen = await look(pool, plans, probe).catch(() => null);
    if (seen !== null) return seen ? "committed" : "aborted";
    await new Promise((resolve) => setTimeout(resolve, 100));
  } while (performance.now() < end);
  return "undecidable";
}

async function look(pool: Pool, plans: readonly StepPlan[], probe: Probe): Promise<boolean> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query("BEGIN; SET LOCAL lock_timeout = 2000; SET LOCAL statement_timeout = 2500");
    await client.query(LOCK, [plans.map((plan) => plan.sessionKey)]);
    const found = await exists(client, probe);
    await client.query("COMMIT");
    broken = false;
    return found;
  } finally {
    client.release(broken);
  }
}

async function exists(client: PoolClient, probe: Probe): Promise<boolean> {
  const { rowCount } = await client.query(probe.sql, [...probe.values]);
  return (rowCount ?? 0) > 0;
}

/** The best witness that any plan of the batch offers: hashes and fresh ids first, then what could in theory recur. */
function probeOf(plans: readonly StepPlan[]): Probe | null {
  for (const witness of [entry, approval, presentation, envelope, vote, reservation, closing]) {
    for (const plan of plans) {
      const probe = witness(plan);
      if (probe) return probe;
    }
  }
  return null;
}

function entry(plan: StepPlan): Probe | null {
  const row = plan.entries[0];
  const sql = "SELECT 1 FROM entry WHERE session_key = $1 AND seq = $2 AND entry_hash = $3";
  return row ? { sql, values: [plan.sessionKey, row.seq, row.entryHash] } : null;
}

function approval(plan: StepPlan): Probe | null {
  const row = plan.newApprovals[0];
  return row ? { sql: "SELECT 1 FROM approval WHERE id = $1", values: [row.id] } : null;
}

function presentation(plan: StepPlan): Probe | null {
  const row = plan.presentations[0];
  return row ? { sql: "SELECT 1 FROM presentation WHERE id = $1", values: [row.id] } : null;
}

function envelope(plan: StepPlan): Probe | null {
  const row = plan.envelope;
  const sql = "SELECT 1 FROM envelope WHERE session_key = $1 AND request_id = $2 AND response = $3";
  return row ? { sql, values: [plan.sessionKey, shown(row.requestId), row.response] } : null;
}

function vote(plan: StepPlan): Probe | null {
  const row = plan.votes[0];
  const sql = "SELECT 1 FROM vote WHERE approval_id = $1 AND person_id = $2 AND statement = $3";
  return row ? { sql, values: [row.approvalId, row.personId, row.statement] } : null;
}

function reservation(plan: StepPlan): Probe | null {
  const row = plan.reservations[0];
  const sql = "SELECT 1 FROM reservation WHERE session_key = $1 AND kind = $2 AND value = $3";
  return row ? { sql, values: [plan.sessionKey, row.kind, keyText(row.value)] } : null;
}

/** A session closes once: a plan that closed it is the only one that can have. */
function closing(plan: StepPlan): Probe | null {
  const sql = "SELECT 1 FROM session WHERE key = $1 AND state = 'closed'";
  return plan.session?.state === "closed" ? { sql, values: [plan.sessionKey] } : null;
}
