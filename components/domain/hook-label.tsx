/** A hook as icon and word. */
import clsx from "clsx";
import {
  ArrowDownToLine,
  BadgeCheck,
  Flag,
  type LucideIcon,
  MessageSquare,
  MessageSquareReply,
  Play,
  ShieldQuestion,
  Square,
  Wrench,
} from "lucide-react";

const LOOK: { readonly [hook: string]: { icon: LucideIcon; word: string } } = {
  sessionStart: { icon: Play, word: "Session start" },
  sessionEnd: { icon: Square, word: "Session end" },
  userMessage: { icon: MessageSquare, word: "User message" },
  agentResponse: { icon: MessageSquareReply, word: "Agent response" },
  toolCallRequest: { icon: Wrench, word: "Tool call" },
  toolCallResult: { icon: ArrowDownToLine, word: "Tool result" },
  approval: { icon: BadgeCheck, word: "Approval" },
  intent_extension: { icon: BadgeCheck, word: "Approval" },
  approval_resolution: { icon: BadgeCheck, word: "Approval" },
  hello: { icon: Flag, word: "Handshake" },
};

/** `steps/toolCallRequest` → `Tool call`; what is not known keeps its own name. */
export const hookWord = (method: string): string => LOOK[lastPart(method)]?.word ?? lastPart(method);

const lastPart = (method: string): string => method.slice(method.lastIndexOf("/") + 1);

export function HookLabel({ method, className }: { method: string; className?: string }) {
  const look = LOOK[lastPart(method)];
  const Icon = look?.icon ?? ShieldQuestion;
  return (
    <span className={clsx("inline-flex min-w-0 items-center gap-1.5 whitespace-nowrap", className)} title={method}>
      <Icon aria-hidden size={14} className="shrink-0 text-ink-3" />
      <span className="truncate">{look?.word ?? lastPart(method)}</span>
    </span>
  );
}
