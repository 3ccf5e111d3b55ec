/** Closes sessions and cancels what is open in them as part of a larger change, with an entry in each chain for each end. */

import { endItem } from "../approvals/end-items";
import { ChainWriter } from "../seal";
import type { CommandDeps } from "./actor";
import type { AdminTx, Closing, LockedApproval, LockedSession } from "./admin-store";

interface ClosingOrder {
  readonly of: { keyId: string } | { agentKey: string };
  /** Stands in the chain, in the audit and on the session: key_revoked, agent_disabled. */
  readonly reason: string;
}

export async function closeSessions(
  deps: CommandDeps,
  tx: AdminTx,
  { of, reason }: ClosingOrder,
): Promise<{ closed: number; cancelled: number }> {
  const sessions = await tx.lockOpenSessions(of);
  let cancelled = 0;
  for (const session of sessions) {
    cancelled += session.approvals.length;
    await tx.applyClosing(closingOf(deps, session, reason));
    await tellOf(tx, session, reason);
  }
  if (cancelled > 0) await tx.event({ topic: "approvals" });
  if (sessions.length > 0) await tx.event({ topic: "sessions" });
  return { closed: sessions.length, cancelled };
}

function closingOf(deps: CommandDeps, session: LockedSession, reason: string): Closing {
  const chain = new ChainWriter(deps, session, deps.clock.now());
  const ended = session.approvals.map((row) => endItem(row, "cancelled", why(reason)));
  for (const item of ended) chain.append(item.entry);
  chain.append({
    stepType: "guardian/session_closed",
    stepId: deps.ids.uuid(),
    decision: "deny",
    reason,
    approvalId: null,
    content: { reason },
  });
  return { sessionKey: session.key, reason, moves: ended.map((item) => item.move), entries: chain.rows };
}

async function tellOf(tx: AdminTx, session: LockedSession, reason: string): Promise<void> {
  for (const row of session.approvals) await tellOfCancelled(tx, row, reason);
  await tx.audit({
    action: "session.closed",
    subject: `session:${session.key}`,
    sessionKey: session.key,
    detail: { reason },
  });
  await tx.event({ topic: `session:${session.key}`, ref: session.key });
}

async function tellOfCancelled(tx: AdminTx, row: LockedApproval, reason: string): Promise<void> {
  const { id, sessionKey } = row;
  await tx.audit({ action: "approval.cancelled", subject: `approval:${id}`, sessionKey, detail: { why: why(reason) } });
  await tx.event({ topic: `approval:${id}`, ref: id });
}

const why = (reason: string): string => `withdrawn: ${reason.replace("_", " ")}`;
