/** Decides, over locked rows, whether a step may be written. Replay is judged before everything else. */
import type { ApprovalMove, CommitOutcome, StepPlan } from "../../guardian/ports";
import { keyText } from "../text";
import { type Locked, type LockedApproval, type LockedSession, reservationId } from "./locked";

/** The outcome that stops a plan, or null when it may be written. */
export function judge(plan: StepPlan, locked: Locked): CommitOutcome | null {
  const session = locked.sessions.get(plan.sessionKey);
  if (!session) return failed("there is no such session");
  if (session.tenantId !== plan.tenantId) return failed("the session belongs to another tenant");
  return (
    replayed(plan, locked) ??
    ended(plan, session, locked) ??
    policyMoved(plan, locked) ??
    headLost(plan, session) ??
    personChanged(plan, locked) ??
    approvalMoved(plan, locked)
  );
}

const failed = (message: string): CommitOutcome => ({ kind: "failed", error: new Error(message) });

function replayed(plan: StepPlan, locked: Locked): CommitOutcome | null {
  for (const { kind, value } of plan.reservations) {
    if (locked.reserved.has(reservationId(plan.sessionKey, kind, keyText(value))))
      return { kind: "replay", which: kind };
  }
  return null;
}

function ended(plan: StepPlan, session: LockedSession, locked: Locked): CommitOutcome | null {
  if (plan.requireOpen === false) {
    // A session is closed once, whoever closes it.
    return session.closed && plan.session?.state === "closed" ? { kind: "session_closed" } : null;
  }
  if (!locked.liveKeys.has(session.keyId)) return { kind: "key_ended" };
  return session.closed ? { kind: "session_closed" } : null;
}

function policyMoved(plan: StepPlan, locked: Locked): CommitOutcome | null {
  if (plan.policyEpoch === undefined) return null;
  return locked.epochs.get(plan.tenantId) === plan.policyEpoch ? null : { kind: "policy_moved" };
}

/** The head that the plan expects, and entries that continue it without a gap: the chain is never taken on trust. */
function headLost(plan: StepPlan, session: LockedSession): CommitOutcome | null {
  const { expectedHead } = plan;
  if (expectedHead && (expectedHead.seq !== session.headSeq || expectedHead.hash !== session.headHash)) {
    return { kind: "head_lost" };
  }
  let seq = session.headSeq;
  let hash = session.headHash ?? "";
  for (const entry of plan.entries) {
    if (entry.seq !== seq + 1 || entry.previousHash !== hash) {
      return entry === plan.entries[0]
        ? { kind: "head_lost" }
        : failed("the entries of the plan do not follow each other");
    }
    seq = entry.seq;
    hash = entry.entryHash;
  }
  return null;
}

function personChanged(plan: StepPlan, locked: Locked): CommitOutcome | null {
  const { person } = plan;
  if (!person) return null;
  if (locked.people.get(person.id) !== person.revision) return { kind: "person_changed" };
  if (person.signInId === null) return null;
  return locked.signIns.get(person.signInId) === person.id ? null : { kind: "person_changed" };
}

function approvalMoved(plan: StepPlan, locked: Locked): CommitOutcome | null {
  const rows = new Map<string, LockedApproval>();
  for (const move of plan.moves) {
    const row = rows.get(move.id) ?? locked.approvals.get(move.id);
    if (!row || !allows(move, row)) return { kind: "approval_moved", id: move.id };
    rows.set(move.id, after(move, row));
  }
  for (const vote of plan.votes) {
    if (!locked.approvals.has(vote.approvalId)) return { kind: "approval_moved", id: vote.approvalId };
  }
  return null;
}

function allows(move: ApprovalMove, row: LockedApproval): boolean {
  if (!(move.from as readonly string[]).includes(row.state)) return false;
  if (move.revision !== undefined && move.revision !== row.revision) return false;
  switch (move.when) {
    case "before_expiry":
      return row.beforeExpiry === true;
    case "after_expiry":
      return row.beforeExpiry === false;
    case "before_use_by":
      return row.beforeUseBy === true;
    case "after_use_by":
      return row.beforeUseBy === false;
    case "none":
      return true;
  }
}

/** What a later move of the same plan finds. Times that this move sets are judged by the UPDATE. */
function after(move: ApprovalMove, row: LockedApproval): LockedApproval {
  return {
    state: move.to,
    revision: row.revision + 1,
    beforeExpiry: move.set?.expiresAt === undefined ? row.beforeExpiry : true,
    beforeUseBy: move.set?.useBy === undefined ? row.beforeUseBy : true,
  };
}
