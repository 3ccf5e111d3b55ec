/** An interception point as icon and word. */
import {
  ArrowDownToLine,
  BrainCog,
  type LucideIcon,
  MessageSquare,
  MessageSquareReply,
  Play,
  Reply,
  Square,
  Wrench,
} from "lucide-react";
import { pointWord } from "@/lib/console/record-words";
import type { RecordFacts } from "@/lib/core/agent-hooks/record";

const ICONS: { readonly [point in RecordFacts["point"]]: LucideIcon } = {
  agent_startup: Play,
  input: MessageSquare,
  pre_model_call: BrainCog,
  post_model_call: Reply,
  pre_tool_call: Wrench,
  post_tool_call: ArrowDownToLine,
  output: MessageSquareReply,
  agent_shutdown: Square,
};

export function PointLabel({ point }: { point: RecordFacts["point"] }) {
  const Icon = ICONS[point];
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 whitespace-nowrap" title={point}>
      <Icon aria-hidden size={14} className="shrink-0 text-ink-3" />
      <span className="truncate">{pointWord(point)}</span>
    </span>
  );
}
