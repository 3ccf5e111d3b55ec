/** Holds a database against the ledger: nothing acknowledged is lost, no chain forks, no approval is used twice. */
import type { Pool } from "pg";
import { verifyChain } from "../../core/chain/verify";
import { nodeCrypto } from "../../server/crypto-node";
import type { Ledger } from "./ledger";

export interface Judgement {
  /** In words; empty when everything holds. */
  readonly faults: readonly string[];
  readonly sessions: number;
  readonly entries: number;
  readonly acknowledged: number;
  readonly approvalsConsumed: number;
}

export async function judge(pool: Pool, ledger: Ledger): Promise<Judgement> {
  const chains = await judgeChains(pool);
  const faults = [
    ...ledger.faults,
    ...(await lostSteps(pool, ledger)),
    ...chains.faults,
    ...(await approvalsUsedTwice(pool)),
    ...(await executedWithoutRight(pool, ledger)),
  ];
  const consumed = await pool.query("SELECT count(*)::int AS n FROM approval WHERE state = 'consumed'");
  return {
    faults,
    sessions: chains.sessions,
    entries: chains.entries,
    acknowledged: ledger.acknowledged.length,
    approvalsConsumed: consumed.rows[0].n,
  };
}

async function lostSteps(pool: Pool, ledger: Ledger): Promise<string[]> {
  // Taken before the database is read, because answers may still come in.
  const acknowledged = [...ledger.acknowledged];
  const rows = await pool.query<{ session_id: string; entry_hash: string; step_id: string; decision: string | null }>(
    "SELECT s.session_id, e.entry_hash, e.step_id, e.decision FROM entry e JOIN session s ON s.key = e.session_key",
  );
  const stored = new Map(rows.rows.map((row) => [`${row.session_id} ${row.entry_hash}`, row]));
  return acknowledged.flatMap(({ sessionId, chainHash, requestId, decision, method }) => {
    const entry = stored.get(`${sessionId} ${chainHash}`);
    if (!entry) return [`${method} ${requestId} was acknowledged as ${decision} and is not in the chain`];
    return entry.decision === decision
      ? []
      : [`${method} ${requestId}: answered ${decision}, stored ${entry.decision}`];
  });
}

async function judgeChains(pool: Pool): Promise<{ faults: string[]; sessions: number; entries: number }> {
  const sessions = await pool.query<{ key: string; session_id: string; head_seq: number; head_hash: string | null }>(
    "SELECT key, session_id, head_seq, head_hash FROM session",
  );
  const faults: string[] = [];
  let entries = 0;
  for (const session of sessions.rows) {
    const stored = await pool.query<{ seq: number; entry: string; request: string | null; response: string | null }>(
      `SELECT e.seq, e.content AS entry, v.request, v.response FROM entry e
       LEFT JOIN envelope v ON v.session_key = e.session_key AND v.seq = e.seq WHERE e.session_key = $1 ORDER BY e.seq`,
      [session.key],
    );
    entries += stored.rows.length;
    const report = verifyChain(nodeCrypto, stored.rows, { count: session.head_seq, head: session.head_hash });
    faults.push(
      ...report.findings.map(({ kind, seq, message }) => `${session.session_id} #${seq} ${kind}: ${message}`),
    );
  }
  const forks = await pool.query(
    "SELECT session_key FROM entry GROUP BY session_key, previous_hash HAVING count(*) > 1",
  );
  faults.push(...forks.rows.map((row) => `the chain of ${row.session_key} forks`));
  return { faults, sessions: sessions.rows.length, entries };
}

async function approvalsUsedTwice(pool: Pool): Promise<string[]> {
  const twice = await pool.query(
    `SELECT approval_id, count(*)::int AS n FROM entry WHERE released AND approval_id IS NOT NULL
     GROUP BY approval_id HAVING count(*) > 1`,
  );
  const unconsumed = await pool.query(
    `SELECT e.approval_id FROM entry e LEFT JOIN approval a ON a.id = e.approval_id
     WHERE e.released AND e.approval_id IS NOT NULL
       AND (a.state IS DISTINCT FROM 'consumed' OR lower(a.consumed_request_id) IS DISTINCT FROM lower(e.step_id))`,
  );
  return [
    ...twice.rows.map((row) => `approval ${row.approval_id} released ${row.n} steps`),
    ...unconsumed.rows.map((row) => `approval ${row.approval_id} released a step that did not consume it`),
  ];
}

/** A tool ran only for a step that the chain shows as released, once, and once per approval. */
async function executedWithoutRight(pool: Pool, ledger: Ledger): Promise<string[]> {
  const executed = [...ledger.executed];
  const released = await pool.query<{ step_id: string; approval_id: string | null }>(
    "SELECT lower(step_id) AS step_id, approval_id FROM entry WHERE released",
  );
  const approvalOf = new Map(released.rows.map((row) => [row.step_id, row.approval_id]));
  const used = new Set<string>();
  return executed.flatMap((requestId) => {
    const right = approvalOf.get(requestId.toLowerCase());
    if (right === undefined) return [`a tool ran for ${requestId}, which the chain does not show as released`];
    const once = right ?? requestId;
    if (used.has(once)) return [`${once} ran a tool twice`];
    used.add(once);
    return [];
  });
}
