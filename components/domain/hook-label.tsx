/** A hook as icon and word. */
import clsx from "clsx";
import {
  ArrowDownToLine,
  BadgeCheck,
  Blocks,
  Bot,
  Box,
  BrainCircuit,
  CornerDownRight,
  CornerUpLeft,
  Flag,
  Forward,
  Library,
  type LucideIcon,
  MessageSquare,
  MessageSquareReply,
  PackageMinus,
  PackagePlus,
  Play,
  Plug,
  Save,
  ShieldQuestion,
  Shrink,
  Square,
  Target,
  Wrench,
  Zap,
} from "lucide-react";
import { mcpMethod } from "@/lib/core/read-models/mcp-message";
import { VisibleText } from "./visible-text";

interface Look {
  readonly icon: LucideIcon;
  readonly word: string;
}

const LOOK: { readonly [hook: string]: Look } = {
  sessionStart: { icon: Play, word: "Session start" },
  sessionEnd: { icon: Square, word: "Session end" },
  session_closed: { icon: Square, word: "Session closed" },
  agentTrigger: { icon: Zap, word: "Trigger" },
  turnStart: { icon: CornerDownRight, word: "Turn start" },
  turnEnd: { icon: CornerUpLeft, word: "Turn end" },
  userMessage: { icon: MessageSquare, word: "User message" },
  agentResponse: { icon: MessageSquareReply, word: "Agent response" },
  toolCallRequest: { icon: Wrench, word: "Tool call" },
  toolCallResult: { icon: ArrowDownToLine, word: "Tool result" },
  knowledgeRetrieval: { icon: Library, word: "Knowledge" },
  memoryContextRetrieval: { icon: BrainCircuit, word: "Memory read" },
  memoryStore: { icon: Save, word: "Memory write" },
  preCompact: { icon: Shrink, word: "Compaction" },
  postCompact: { icon: Shrink, word: "Compacted" },
  subagentStart: { icon: Bot, word: "Subagent start" },
  subagentStop: { icon: Bot, word: "Subagent stop" },
  skillRegister: { icon: Blocks, word: "Skill register" },
  skillLoad: { icon: PackagePlus, word: "Skill load" },
  skillUnload: { icon: PackageMinus, word: "Skill unload" },
  snapshot: { icon: Box, word: "AgBOM" },
  changed: { icon: Box, word: "AgBOM change" },
  approval: { icon: BadgeCheck, word: "Approval" },
  intent_extension: { icon: Target, word: "Intent extended" },
  intent_revocation: { icon: Target, word: "Grant taken back" },
  approval_opened: { icon: BadgeCheck, word: "Put to people" },
  approval_reroute: { icon: Forward, word: "Handed on" },
  approval_resolution: { icon: BadgeCheck, word: "Approval" },
  hello: { icon: Flag, word: "Handshake" },
};

/** A wrapped message keeps its protocol's name for itself. */
function lookOf(method: string): Look | undefined {
  const mcp = mcpMethod(method);
  if (mcp !== null) return { icon: Plug, word: `MCP ${mcp}` };
  const hook = lastPart(method);
  return Object.hasOwn(LOOK, hook) ? LOOK[hook] : undefined;
}

/** `steps/toolCallRequest` → `Tool call`; what is not known keeps its own name. */
export const hookWord = (method: string): string => lookOf(method)?.word ?? lastPart(method);

const lastPart = (method: string): string => method.slice(method.lastIndexOf("/") + 1);

export function HookLabel({ method, className }: { method: string; className?: string }) {
  const look = lookOf(method);
  const Icon = look?.icon ?? ShieldQuestion;
  return (
    <span className={clsx("inline-flex min-w-0 items-center gap-1.5 whitespace-nowrap", className)} title={method}>
      <Icon aria-hidden size={14} className="shrink-0 text-ink-3" />
      <span className="truncate">
        <VisibleText text={look?.word ?? lastPart(method)} />
      </span>
    </span>
  );
}
