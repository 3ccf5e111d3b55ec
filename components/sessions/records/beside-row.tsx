"use client";
/** A record that stands beside the chain: a model call, or what the host stopped before it asked. */
import clsx from "clsx";
import { TriangleAlert, Unlink } from "lucide-react";
import { memo } from "react";
import { NameBadge } from "@/components/domain/name-badge";
import { VisibleText } from "@/components/domain/visible-text";
import { formatClock } from "@/lib/console/format";
import { flagWords, worstFlag } from "@/lib/console/record-words";
import { isDisagreement } from "@/lib/core/agent-hooks/compare-records";
import type { RecordRow } from "@/lib/core/read-models/host-records";
import { ROW_GRID_HOSTED } from "../row-grid";
import { TurnLanes } from "../turn-lanes";
import { EnforcedMark } from "./enforced-mark";
import { PointLabel } from "./point-label";
import { VerdictBadge } from "./verdict-badge";

interface BesideRowProps {
  /** The record's own number. */
  readonly record: number;
  readonly row: RecordRow | undefined;
  /** The turns that it lies within. */
  readonly between: readonly string[] | undefined;
  readonly selected: boolean;
  readonly onSelect: (ref: number) => void;
}

export const BesideRow = memo(function BesideRow(props: BesideRowProps) {
  const { record, row, between, selected, onSelect } = props;
  return (
    <button
      type="button"
      data-record={record}
      aria-current={selected ? "true" : undefined}
      onClick={() => onSelect(-record)}
      className={clsx(
        ROW_GRID_HOSTED,
        "h-full w-full border-b px-4 text-left text-13 outline-offset-[-2px]",
        selected ? "bg-selected shadow-[inset_2px_0_0_var(--accent)]" : "bg-sunken/60 hover:bg-hover",
      )}
    >
      {row === undefined ? (
        <span className="skeleton col-span-8 h-3 touch:col-span-2" />
      ) : (
        <Filled row={row} turns={between ?? []} />
      )}
    </button>
  );
});

const Filled = ({ row, turns }: { row: RecordRow; turns: readonly string[] }) => (
  <>
    <span aria-hidden className="text-12 text-ink-3 touch:hidden">
      –
    </span>
    <time className="text-12 text-ink-2 touch:hidden" data-tabular dateTime={new Date(row.at).toISOString()}>
      {formatClock(row.at)}
    </time>
    <TurnLanes turns={turns} />
    <PointLabel point={row.point} />
    <span className="flex min-w-0 items-center gap-2 touch:order-last touch:col-span-2">
      <NotAStep row={row} />
      <EnforcedMark row={{ entry: 0, record: row, flags: row.flags }} className="hidden! touch:inline-flex!" />
      {row.reason === null ? null : (
        <span className="truncate font-mono text-12">
          <VisibleText text={row.reason} />
        </span>
      )}
      {row.tool === null ? null : <NameBadge name={row.tool} short />}
    </span>
    <VerdictBadge value={row.decision} />
    <EnforcedMark row={{ entry: 0, record: row, flags: row.flags }} className="touch:hidden" />
    <span className="touch:hidden" />
  </>
);

function NotAStep({ row }: { row: RecordRow }) {
  const flag = worstFlag(row.flags);
  if (flag !== null && isDisagreement([flag])) {
    return (
      <span className="inline-flex shrink-0 items-center gap-1 rounded-sm bg-deny-soft px-1.5 text-12 font-medium text-deny">
        <TriangleAlert aria-hidden size={12} /> {flagWords(flag).short}
      </span>
    );
  }
  return (
    <span className="inline-flex shrink-0 items-center gap-1 rounded-sm border px-1.5 text-12 text-ink-2">
      <Unlink aria-hidden size={12} /> Not an ACS step
    </span>
  );
}
