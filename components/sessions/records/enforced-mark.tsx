/** What the host says became of a step, in one icon and one or two words. Where it does not agree, that comes first. */
import clsx from "clsx";
import {
  Ban,
  CheckCheck,
  CircleSlash,
  CornerDownRight,
  type LucideIcon,
  PencilLine,
  TriangleAlert,
} from "lucide-react";
import { flagWords, outcomeWord, recordTitle, worstFlag } from "@/lib/console/record-words";
import { isDisagreement } from "@/lib/core/agent-hooks/compare-records";
import type { EnforcedRow, RecordRow } from "@/lib/core/read-models/host-records";

export function EnforcedMark({ row, className }: { row: EnforcedRow; className?: string }) {
  const { record, flags } = row;
  const flag = worstFlag(flags);
  if (flag !== null && isDisagreement([flag])) {
    const { short, title } = flagWords(flag);
    return <Mark icon={TriangleAlert} word={short} title={title} tone="font-medium text-deny" className={className} />;
  }
  if (record === null) return null;
  return (
    <Mark
      icon={iconOf(record)}
      word={outcomeWord(record)}
      title={recordTitle(record)}
      tone="text-ink-2"
      className={className}
    />
  );
}

function iconOf({ mode, decision, resolvedBy }: RecordRow): LucideIcon {
  if (mode === "evaluate_only") return CircleSlash;
  if (decision === "deny") return Ban;
  if (decision === "transform") return PencilLine;
  return resolvedBy === "approval" ? CheckCheck : CornerDownRight;
}

interface MarkProps {
  readonly icon: LucideIcon;
  readonly word: string;
  readonly title: string;
  readonly tone: string;
  readonly className: string | undefined;
}

const Mark = ({ icon: Icon, word, title, tone, className }: MarkProps) => (
  <span
    title={title}
    className={clsx("inline-flex min-w-0 shrink-0 items-center gap-1 text-12 whitespace-nowrap", tone, className)}
  >
    <Icon aria-hidden size={14} className="shrink-0" />
    <span className="sr-only">The host: </span>
    {word}
  </span>
);
