/** Ends a session that nobody ended: idle, or by an administrator. Cancels what is open, in the same transaction. */
import { ok } from "../../core/result";
import type { GuardianDeps } from "../deps";
import type { SessionSnapshot, StepPlan } from "../ports";
import { ChainWriter } from "../seal";
import { appendPlan, emptyPlan } from "./append";
import { endItem, isLive } from "./end-items";

export async function closeSession(deps: GuardianDeps, sessionKey: string, reason: string): Promise<boolean> {
  const closed = await appendPlan(deps, sessionKey, async (snapshot) =>
    ok(snapshot.session.state === "closed" ? null : closingPlan(deps, snapshot, reason)),
  );
  if (!closed.ok) deps.log("session could not be closed", { session: sessionKey, why: closed.failure.kind });
  return closed.ok;
}

function closingPlan(deps: GuardianDeps, snapshot: SessionSnapshot, reason: string): StepPlan {
  const ended = snapshot.approvals
    .filter(isLive)
    .map((row) => endItem(row, "cancelled", `withdrawn: session ${reason}`));
  const chain = new ChainWriter(deps, snapshot.session, deps.clock.now());
  for (const item of ended) chain.append(item.entry);
  chain.append({
    stepType: "guardian/session_closed",
    stepId: deps.ids.uuid(),
    decision: "deny",
    reason,
    approvalId: null,
    content: { reason },
  });
  const { key } = snapshot.session;
  return {
    ...emptyPlan(snapshot),
    moves: ended.map((item) => item.move),
    entries: chain.rows,
    session: { state: "closed", closeReason: reason },
    audits: [
      ...ended.map((item) => item.audit),
      {
        actorKind: "guardian",
        action: "session.closed",
        subject: `session:${key}`,
        sessionKey: key,
        detail: { reason },
      },
    ],
    events: [
      ...ended.flatMap((item) => item.events),
      { topic: "sessions", ref: key },
      { topic: `session:${key}`, ref: key },
    ],
  };
}

/** Closes every session whose idle limit has passed. Returns how many. */
export async function closeIdle(deps: GuardianDeps): Promise<number> {
  const keys = await deps.store.idleSessions(100);
  for (const key of keys) await closeSession(deps, key, "idle");
  return keys.length;
}
