/** What an agent's side is told when a call starts to wait for people: enough to say so, and nothing of the context. */
import type { ApprovalRequest } from "../../agent-hooks/types";
import { memberAt } from "../../core/json/build";

export interface WaitingForPeople {
  readonly approvalId: string;
  /** What people are asked, in words; where the Guardian asks no question, its reasoning. May be empty. */
  readonly question: string;
  /** ISO 8601; until then the Guardian waits. The host gives up sooner where `resolverTimeoutMs` says so. */
  readonly expiresAt: string | null;
  readonly sessionId: string;
}

/** Null where nobody is asked: an approval that was claimed for another action, or the deny of a guard without an item. */
export function waitingForPeople({ verdict, context }: ApprovalRequest): WaitingForPeople | null {
  const said = (...path: readonly string[]): string | null => {
    const value = memberAt(verdict.approval, ...path);
    return typeof value === "string" ? value : null;
  };
  const kind = said("kind");
  const approvalId = said("approval_id");
  if ((kind !== "ask" && kind !== "defer") || approvalId === null) return null;
  return {
    approvalId,
    question: said("details", "question") ?? verdict.message ?? "",
    expiresAt: said("expires_at"),
    sessionId: context.session.id,
  };
}
