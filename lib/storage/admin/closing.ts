/** Closing sessions from an admin transaction: session rows locked before approval rows, each in key order, as the journal does. */
import type { PoolClient } from "pg";
import type { ApprovalMove, EntryRow, StepPlan } from "../../guardian/ports";
import { moveApprovals } from "../journal/moves";
import { writeRows } from "../journal/writes";

interface SessionFacts {
  readonly key: string;
  readonly head_seq: number;
  readonly head_hash: string | null;
}

interface ApprovalFacts {
  readonly id: string;
  readonly session_key: string;
  readonly request_id: string;
  readonly state: "prepared" | "pending" | "approved";
  readonly revision: number;
  readonly decided_at: Date | null;
}

const LOCK_SESSIONS = `SELECT key, head_seq, head_hash FROM session
  WHERE tenant_id = $1 AND state = 'open' AND (key_id = $2 OR agent_key = $3) ORDER BY key COLLATE "C" FOR UPDATE`;

const LOCK_APPROVALS = `SELECT id, session_key, request_id, state, revision, decided_at FROM approval
  WHERE session_key = ANY($1) AND state IN ('prepared', 'pending', 'approved') ORDER BY id COLLATE "C" FOR UPDATE`;

export async function lockOpenSessions(
  client: PoolClient,
  tenantId: string,
  of: { keyId: string } | { agentKey: string },
) {
  const [keyId, agentKey] = "keyId" in of ? [of.keyId, null] : [null, of.agentKey];
  const sessions = (await client.query<SessionFacts>(LOCK_SESSIONS, [tenantId, keyId, agentKey])).rows;
  const keys = sessions.map((session) => session.key);
  const live = (await client.query<ApprovalFacts>(LOCK_APPROVALS, [keys])).rows;
  return sessions.map((session) => ({
    key: session.key,
    headSeq: session.head_seq,
    headHash: session.head_hash,
    approvals: live.filter((row) => row.session_key === session.key).map(approvalOf),
  }));
}

const approvalOf = (row: ApprovalFacts) => ({
  id: row.id,
  sessionKey: row.session_key,
  requestId: row.request_id,
  state: row.state,
  revision: row.revision,
  decidedAt: row.decided_at?.getTime() ?? null,
});

interface Closing {
  readonly sessionKey: string;
  readonly reason: string;
  readonly moves: readonly ApprovalMove[];
  readonly entries: readonly EntryRow[];
}

/** The rows are locked, so that every move must succeed. */
export async function applyClosing(client: PoolClient, tenantId: string, closing: Closing): Promise<void> {
  const plan: StepPlan = {
    tenantId,
    sessionKey: closing.sessionKey,
    reservations: [],
    moves: closing.moves,
    newApprovals: [],
    votes: [],
    presentations: [],
    entries: closing.entries,
    session: { state: "closed", closeReason: closing.reason },
    audits: [],
    events: [],
  };
  const lost = await moveApprovals(client, [plan]);
  if (lost.length > 0) throw new Error(`approval ${lost[0]?.id} moved under its lock`);
  await writeRows(client, [plan]);
}
