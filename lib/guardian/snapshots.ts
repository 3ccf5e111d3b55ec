/**
 * What this process knows about each session. A snapshot is only ever a guess: every commit compares the head and the
 * state, and whatever moves an approval also moves the head, so a stale guess loses the commit and is read again.
 */
import { parseTerms } from "../core/session/terms";
import { Flights } from "./flights";
import { KnownUses } from "./known-uses";
import type {
  ApprovalMove,
  ApprovalRow,
  Clock,
  ReleasedStep,
  SessionRow,
  SessionSnapshot,
  StepPlan,
  Store,
} from "./ports";

const KEPT = 5000;
/** An agent's settings change without its sessions' heads moving, so they are read again now and then. */
const FRESH_MS = 5_000;

interface Kept {
  readonly snapshot: SessionSnapshot;
  /** When it was read from the database. */
  readonly readAt: number;
}

export class Snapshots {
  readonly uses = new KnownUses();
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #byId = new Map<string, Kept>();
  readonly #flights = new Flights<SessionSnapshot | null>();
  readonly #timeouts = new Map<string, number>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async get(tenantId: string, sessionIdLower: string): Promise<SessionSnapshot | null> {
    const known = this.#byId.get(`${tenantId} ${sessionIdLower}`);
    if (known && this.#clock.now() - known.readAt < FRESH_MS) return known.snapshot;
    return this.#flights.share(`${tenantId} ${sessionIdLower}`, () => this.reload(tenantId, sessionIdLower));
  }

  /** The shortest timeout, ms, of the sessions known here by that id; null when none is. */
  timeoutOf(sessionId: string): number | null {
    return this.#timeouts.get(sessionId.toLowerCase()) ?? null;
  }

  async reload(tenantId: string, sessionIdLower: string): Promise<SessionSnapshot | null> {
    const fresh = await this.#store.session(tenantId, sessionIdLower);
    const id = `${tenantId} ${sessionIdLower}`;
    this.#byId.delete(id);
    if (fresh) this.#keep(id, { snapshot: fresh, readAt: this.#clock.now() });
    return fresh;
  }

  forget(session: SessionRow): void {
    this.#byId.delete(`${session.tenantId} ${session.sessionId.toLowerCase()}`);
  }

  /** Carries a committed plan into the snapshot that it was made from. `at` is the commit's database time. */
  advance(from: SessionSnapshot, plan: StepPlan, at: number): void {
    const id = `${from.session.tenantId} ${from.session.sessionId.toLowerCase()}`;
    const readAt = this.#byId.get(id)?.readAt ?? 0;
    this.#keep(id, { snapshot: afterCommit(from, plan, at), readAt });
  }

  #keep(id: string, kept: Kept): void {
    const { session } = kept.snapshot;
    if (!this.#byId.has(id)) this.#keepTimeout(session);
    this.#byId.delete(id);
    this.#byId.set(id, kept);
    dropOldest(this.#byId);
  }

  #keepTimeout({ sessionId, terms }: SessionRow): void {
    const read = parseTerms(terms);
    if (!read.ok) return;
    const { default_ms, per_method_ms } = read.value.timeout_config;
    this.#timeouts.set(sessionId.toLowerCase(), Math.min(default_ms, ...Object.values(per_method_ms ?? {})));
    dropOldest(this.#timeouts);
  }
}

function dropOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next();
  if (map.size > KEPT && !oldest.done) map.delete(oldest.value);
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
    context: patch?.context ?? from.session.context,
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
      interceptionPoint: null,
      contextIdentity: null,
      hookContext: null,
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
    .map(({ stepId, tool, approvalId, callRef = null }) => ({ requestId: stepId, tool, approvalId, callRef }));
  if (opened.length === 0 && closed.size === 1 && closed.has(null)) return released;
  return [...released.filter((step) => !closed.has(step.requestId)), ...opened];
}
