/** Items whose time is over, for whoever waits on them: seen on the clock, recorded by the first who sees it. */
import { END_STATE_REASON, isOpen } from "../../core/approval/life-cycle";
import { ok } from "../../core/result";
import type { GuardianDeps } from "../deps";
import type { ApprovalRow } from "../ports";
import { ChainWriter } from "../seal";
import { appendPlan, emptyPlan } from "./append";
import { endItem } from "./end-items";

/** A wake-up can be lost with its connection; the row is the truth, so it is looked at this often anyway. */
export const LOOK_MS = 2_000;

export const isUndecided = (row: ApprovalRow): boolean => isOpen(row.state);

/** Undecided past its expiry, or approved and unused past its time of use. */
export function isLapsed(row: ApprovalRow, now: number): boolean {
  if (isUndecided(row)) return now >= row.expiresAt;
  return row.state === "approved" && row.useBy !== null && now >= row.useBy;
}

/** Whoever first observes an expiry records it. */
export async function expire(deps: GuardianDeps, row: ApprovalRow): Promise<ApprovalRow | null> {
  await appendPlan(deps, row.sessionKey, async (snapshot) => {
    const current = snapshot.approvals.find((item) => item.id === row.id);
    if (!current || !isLapsed(current, deps.clock.now())) return ok(null);
    const why = current.state === "approved" ? "not used in time" : "nobody decided in time";
    const ended = endItem(current, "expired", why);
    const chain = new ChainWriter(deps, snapshot.session, deps.clock.now());
    chain.append(ended.entry);
    const session = { topic: `session:${row.sessionKey}`, ref: row.sessionKey };
    return ok({
      ...emptyPlan(snapshot),
      moves: [ended.move],
      entries: chain.rows,
      audits: [ended.audit],
      events: [...ended.events, session],
    });
  });
  return deps.store.approval(row.id);
}

/** The reason code of an end, undefined before it. */
export function endReason(row: ApprovalRow): string | undefined {
  if (row.kind === "defer" && row.state === "expired" && row.decidedBy === null) return "deferral_expired";
  return row.state in END_STATE_REASON ? END_STATE_REASON[row.state as keyof typeof END_STATE_REASON] : undefined;
}
