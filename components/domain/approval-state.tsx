/** How an approval ended, told apart: a timeout is never a denial, a withdrawal never a refusal. */
import clsx from "clsx";
import {
  Ban,
  CheckCheck,
  CircleCheck,
  CircleX,
  Clock,
  Hourglass,
  type LucideIcon,
  RefreshCcw,
  TimerOff,
  Undo2,
} from "lucide-react";
import type { ApprovalItem, ApprovalStateName } from "@/lib/core/read-models/approvals";

const LOOK: { readonly [state in ApprovalStateName]: { icon: LucideIcon; word: string; tone: string } } = {
  prepared: { icon: Clock, word: "Prepared", tone: "text-ink-2" },
  pending: { icon: Hourglass, word: "Waiting", tone: "text-ask" },
  approved: { icon: CircleCheck, word: "Approved", tone: "text-allow" },
  consumed: { icon: CheckCheck, word: "Approved and used", tone: "text-allow" },
  rejected: { icon: CircleX, word: "Denied", tone: "text-deny" },
  expired: { icon: TimerOff, word: "Expired", tone: "text-ink-2" },
  cancelled: { icon: Undo2, word: "Withdrawn", tone: "text-ink-2" },
  superseded: { icon: RefreshCcw, word: "Superseded", tone: "text-ink-2" },
  void: { icon: Ban, word: "Void", tone: "text-ink-2" },
};

export function ApprovalState({ state, className }: { state: ApprovalStateName; className?: string }) {
  const { icon: Icon, word, tone } = LOOK[state];
  return (
    <span className={clsx("inline-flex items-center gap-1 whitespace-nowrap font-medium", tone, className)}>
      <Icon aria-hidden size={14} />
      {word}
    </span>
  );
}

/** One sentence on how it ended. Says what is known and no more. */
export function endSentence(item: ApprovalItem): string {
  const who = item.decidedBy === null ? "nobody named" : actorWords(item.decidedBy);
  switch (item.state) {
    case "prepared":
      return "Prepared by its host. It waits until the host asks.";
    case "pending":
      return item.votes > 0 ? `${item.votes} of ${item.votesRequired} approvals so far.` : "Waiting for a decision.";
    case "approved":
      return `Approved by ${who}. The agent has not used it yet.`;
    case "consumed":
      return item.resultAt === null
        ? `Approved by ${who} and released once. Outcome unknown: no result has come in.`
        : `Approved by ${who}, released once, and its result came in.`;
    case "rejected":
      return `Denied by ${who}.`;
    case "expired":
      return item.decidedBy === null
        ? "Nobody decided in time. It expired; no person denied it."
        : `Approved by ${who}, but the agent did not use it in time. It expired unused.`;
    case "cancelled":
      return item.sessionState === "closed" ? "Withdrawn: session ended." : "Withdrawn before it was used.";
    case "superseded":
      return "Superseded by a newer item for the same action.";
    case "void":
      return "Void: what it covered would no longer have been allowed as it stood. A new item was opened if one was needed.";
  }
}

/** `Ann Example`, or `service ci-approver`. */
export function actorWords(actor: { readonly name: string; readonly kind: string }): string {
  return actor.kind === "service"
    ? `service ${actor.name}`
    : actor.kind === "unknown"
      ? `an account no longer known (${actor.name})`
      : actor.name;
}
