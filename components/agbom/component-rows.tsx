"use client";
/** Every component and every undeclared use, in virtual rows. One selection with the graph. */
import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { NameBadge } from "@/components/domain/name-badge";
import { VisibleText } from "@/components/domain/visible-text";
import { TYPE_WORDS } from "@/lib/console/agbom-picture";
import type { AgbomRow } from "@/lib/console/agbom-rows";
import { formatCount } from "@/lib/console/format";
import { useMounted } from "@/lib/console/use-mounted";
import { StandingWord } from "./standing-word";
import { TypeIcon } from "./type-icon";

const ROW = 44;

interface ComponentRowsProps {
  readonly rows: readonly AgbomRow[];
  readonly selected: string | null;
  readonly onPick: (id: string) => void;
}

export function ComponentRows({ rows, selected, onPick }: ComponentRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const mounted = useMounted();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 12,
    initialRect: { width: 0, height: 800 },
  });
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (selected === null || selected === last.current) return;
    last.current = selected;
    const at = rows.findIndex((row) => row.id === selected);
    if (at >= 0) virtual.scrollToIndex(at, { align: "auto" });
  }, [virtual, rows, selected]);
  return (
    <div ref={box} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ol aria-label="Components" className="relative" style={mounted ? { height: virtual.getTotalSize() } : undefined}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={key}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: ROW, transform: `translateY(${start}px)` }}
            >
              <Row row={row} selected={row.id === selected} onPick={onPick} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const Row = ({ row, selected, onPick }: { row: AgbomRow; selected: boolean; onPick: (id: string) => void }) => (
  <button
    type="button"
    onClick={() => onPick(row.id)}
    aria-current={selected ? "true" : undefined}
    className={clsx(
      "grid h-full w-full grid-cols-[16px_minmax(0,1fr)_auto_40px] items-center gap-x-3 border-b px-4 text-left outline-offset-[-2px]",
      selected ? "bg-selected shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-hover",
      row.removed && "text-ink-3",
    )}
  >
    <span className="text-ink-3">
      <TypeIcon type={row.type} />
    </span>
    <span className="min-w-0">
      <span className="flex min-w-0 items-center gap-2">
        <span className={clsx("truncate text-13 font-medium", row.removed && "line-through")}>
          <VisibleText text={row.name} />
        </span>
        <NameBadge name={row.name} short />
      </span>
      <span className="block truncate text-12 text-ink-3">
        {TYPE_WORDS[row.type].one} <VisibleText text={row.from} />
      </span>
    </span>
    <StandingWord standing={row.standing} removed={row.removed} />
    <span className="text-right text-12 text-ink-3" data-tabular title="Uses seen">
      {row.uses === 0 ? "" : `${row.atLeast ? "≥ " : ""}${formatCount(row.uses)}×`}
      <span className="sr-only"> uses</span>
    </span>
  </button>
);
