"use client";
/** One step: time, turn, hook, subject, disposition, latency. */
import clsx from "clsx";
import { ShieldX, TriangleAlert } from "lucide-react";
import { memo } from "react";
import { DispositionBadge } from "@/components/domain/disposition-badge";
import { HookLabel } from "@/components/domain/hook-label";
import { NameBadge } from "@/components/domain/name-badge";
import { VisibleText } from "@/components/domain/visible-text";
import { formatClock, formatLatency } from "@/lib/console/format";
import type { EnforcedRow } from "@/lib/core/read-models/host-records";
import type { StepRow } from "@/lib/core/read-models/sessions";
import { EnforcedMark } from "./records/enforced-mark";
import { ROW_GRID, ROW_GRID_HOSTED } from "./row-grid";
import { TurnLanes } from "./turn-lanes";

interface TimelineRowProps {
  readonly seq: number;
  readonly row: StepRow | undefined;
  /** Set in sessions of an Agent Hooks host; `null` until it is known, or where the host owes nothing. */
  readonly enforced?: EnforcedRow | null;
  /** The turns that it lies within where it names none. */
  readonly between?: readonly string[] | undefined;
  readonly selected: boolean;
  readonly onSelect: (seq: number) => void;
}

export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { seq, row, enforced, between, selected, onSelect } = props;
  return (
    <button
      type="button"
      data-seq={seq}
      aria-current={selected ? "true" : undefined}
      onClick={() => onSelect(seq)}
      className={clsx(
        enforced === undefined ? ROW_GRID : ROW_GRID_HOSTED,
        "h-full w-full border-b px-4 text-left text-13 outline-offset-[-2px]",
        selected ? "bg-selected shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-hover",
      )}
    >
      {row === undefined ? <Coming seq={seq} /> : <Filled row={row} enforced={enforced} between={between} />}
    </button>
  );
});

const Coming = ({ seq }: { seq: number }) => (
  <>
    <span className="text-12 text-ink-3" data-tabular>
      {seq}
    </span>
    <span className="skeleton col-span-5 h-3 touch:col-span-1" />
  </>
);

interface FilledProps {
  readonly row: StepRow;
  readonly enforced: EnforcedRow | null | undefined;
  readonly between: readonly string[] | undefined;
}

function Filled({ row, enforced, between = [] }: FilledProps) {
  return (
    <>
      <span className="text-12 text-ink-3 touch:hidden" data-tabular>
        {row.seq}
      </span>
      <time className="text-12 text-ink-2 touch:hidden" data-tabular dateTime={new Date(row.at).toISOString()}>
        {formatClock(row.at)}
      </time>
      <TurnLanes turns={row.turns.length === 0 ? between : row.turns} hook={row.stepType} />
      <HookLabel method={row.stepType} />
      <span className="flex min-w-0 items-center gap-2 touch:order-last touch:col-span-2">
        <Marks marks={row.marks} />
        {enforced ? <EnforcedMark row={enforced} className="hidden! touch:inline-flex!" /> : null}
        <span className="truncate font-mono text-12">
          <VisibleText text={row.subject} />
        </span>
        {row.tool === null ? null : <NameBadge name={row.tool} short />}
      </span>
      <DispositionBadge value={row.decision} />
      {enforced === undefined ? null : <Enforced row={enforced} />}
      <span className="text-right text-12 text-ink-3 touch:hidden" data-tabular>
        {row.latencyUs === null ? "" : formatLatency(row.latencyUs)}
      </span>
    </>
  );
}

const Enforced = ({ row }: { row: EnforcedRow | null }) =>
  row === null ? <span className="touch:hidden" /> : <EnforcedCell row={row} />;

const EnforcedCell = ({ row }: { row: EnforcedRow }) => (
  <span className="flex min-w-0 items-center touch:hidden">
    <EnforcedMark row={row} />
  </span>
);

const MARK_WORDS: { readonly [mark: string]: string } = {
  mutated_replay: "Other content presented",
  executed_without_release: "Executed without release",
  delivery_unknown: "Delivery unknown",
};

export const markWords = (mark: string): string => MARK_WORDS[mark] ?? mark.replaceAll("_", " ");

const Marks = ({ marks }: { marks: readonly string[] }) => (
  <>
    {marks.map((mark) => (
      <span
        key={mark}
        className="inline-flex shrink-0 items-center gap-1 rounded-sm bg-deny-soft px-1.5 text-12 font-medium text-deny"
      >
        {mark === "mutated_replay" ? <ShieldX aria-hidden size={12} /> : <TriangleAlert aria-hidden size={12} />}
        {markWords(mark)}
      </span>
    ))}
  </>
);
