/**
 * What this process knows about each session. A snapshot is only ever a guess: every commit compares the head and the
 * state, and whatever moves an approval also moves the head, so a stale guess loses the commit and is read again.
 */
import type { ApprovalMove, ApprovalRow, ReleasedStep, SessionRow, SessionSnapshot, StepPlan, Store } from "./ports";

const KEPT = 5000;

export class Snapshots {
  readonly #store: Store;
  readonly #byId = new Map<string, SessionSnapshot>();

  constructor(store: Store) {
    this.#store = store;
  }

  async get(tenantId: string, sessionIdLower: string): Promise<SessionSnapshot | null> {
    const known = this.#byId.get(`${tenantId} ${sessionIdLower}`);
    return known ?? this.reload(tenantId, sessionIdLower);
  }

  async reload(tenantId: string, sessionIdLower: string): Promise<SessionSnapshot | null> {
    const fresh = await this.#store.session(tenantId, sessionIdLower);
    const id = `${tenantId} ${sessionIdLower}`;
    this.#byId.delete(id);
    if (fresh) this.#keep(id, fresh);
    return fresh;
  }

  forget(session: SessionRow): void {
    this.#byId.delete(`${session.tenantId} ${session.sessionId.toLowerCase()}`);
  }

  /** Carries a committed plan into the snapshot that it was made from. `at` is the commit's database time. */
  advance(from: SessionSnapshot, plan: StepPlan, at: number): void {
    this.#keep(`${from.session.tenantId} ${from.session.sessionId.toLowerCase()}`, afterCommit(from, plan, at));
  }

  #keep(id: string, snapshot: SessionSnapshot): void {
    this.#byId.delete(id);
    this.#byId.set(id, snapshot);
    const oldest = this.#byId.keys().next();
    if (this.#byId.size > KEPT && !oldest.done) this.#byId.delete(oldest.value);
  }
}

/** The snapshot as the database now has it. */
export function afterCommit(from: SessionSnapshot, plan: StepPlan, at: number): SessionSnapshot {
  const last = plan.entries.at(-1);
  const patch = plan.session;
  const session: SessionRow = {
    ...from.session,
    headSeq: last?.seq ?? from.session.headSeq,
    headHash: last?.entryHash ?? from.session.headHash,
    ackSeq: patch?.ackSeq ?? from.session.ackSeq,
    userId: patch?.userId === undefined ? from.session.userId : patch.userId,
    platform: patch?.platform === undefined ? from.session.platform : patch.platform,
    state: patch?.state ?? from.session.state,
    closeReason: patch?.closeReason ?? from.session.closeReason,
    lastStepAt: at,
  };
  return {
    session,
    agent: from.agent,
    approvals: moveAll(from.approvals, plan, at),
    released: releasedAfter(from.released, plan),
  };
}

function moveAll(approvals: readonly ApprovalRow[], plan: StepPlan, at: number): readonly ApprovalRow[] {
  if (plan.moves.length === 0 && plan.newApprovals.length === 0) return approvals;
  const moved = approvals.map((row) => {
    const move = plan.moves.find((candidate) => candidate.id === row.id);
    return move ? moveOne(row, move, at) : row;
  });
  const added = plan.newApprovals.map(
    (row): ApprovalRow => ({
      ...row,
      revision: 1,
      createdAt: at,
      useBy: null,
      decidedAt: null,
      decidedBy: null,
      decisionReason: null,
      consumedRequestId: null,
      consumedAt: null,
      resultAt: null,
      receipt: null,
      receiptHash: null,
      retries: 0,
    }),
  );
  return [...added, ...moved];
}

function moveOne(row: ApprovalRow, move: ApprovalMove, at: number): ApprovalRow {
  const stamped = Object.fromEntries((move.stamp ?? []).map((column) => [column, at]));
  return { ...row, ...move.set, ...stamped, state: move.to, revision: row.revision + 1 };
}

function releasedAfter(released: readonly ReleasedStep[], plan: StepPlan): readonly ReleasedStep[] {
  const closed = new Set(plan.entries.map((entry) => entry.resultOf));
  const opened = plan.entries
    .filter((entry) => entry.released)
    .map((entry) => ({ requestId: entry.stepId, tool: entry.tool, approvalId: entry.approvalId }));
  if (opened.length === 0 && closed.size === 1 && closed.has(null)) return released;
  return [...released.filter((step) => !closed.has(step.requestId)), ...opened];
}
