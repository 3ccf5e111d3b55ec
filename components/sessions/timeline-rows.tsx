"use client";
/** Virtual rows. New steps append out of view; the place of the reader is kept. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { plural } from "@/lib/console/format";
import type { RowRef, TimelineList } from "@/lib/console/timeline-list";
import { turnsBetween } from "@/lib/console/turns-between";
import { useMounted } from "@/lib/console/use-mounted";
import type { EnforcedRow, RecordRow } from "@/lib/core/read-models/host-records";
import type { StepRow, TimelineShape } from "@/lib/core/read-models/sessions";
import { BesideRow } from "./records/beside-row";
import { useHostRows } from "./records/use-host-rows";
import { TimelineRow } from "./timeline-row";
import { useStepRows } from "./use-step-rows";

const ROW = 32;
const ROW_TOUCH = 60;
const AT_END = 48;

interface TimelineRowsProps {
  readonly sessionKey: string;
  readonly shape: TimelineShape;
  readonly list: TimelineList;
  readonly selected: RowRef | null;
  readonly onSelect: (ref: RowRef) => void;
}

export function TimelineRows({ sessionKey, shape, list, selected, onSelect }: TimelineRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const { count } = list;
  const height = useRowHeight();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 16,
  });
  // The estimate is a function: the list has to be told that it changed.
  useEffect(() => {
    if (height > 0) virtual.measure();
  }, [virtual, height]);
  useSelectedInView(virtual, list, selected);
  const items = virtual.getVirtualItems();
  const rows = useVisibleRows({
    sessionKey,
    shape,
    list,
    first: items[0]?.index ?? 0,
    last: items.at(-1)?.index ?? -1,
  });
  const mounted = useMounted();
  const below = useBelow(box, count);
  return (
    <div className="relative min-h-0 flex-1">
      <div ref={box} className="h-full overflow-y-auto overscroll-contain">
        <ol aria-label="Steps" className="relative" style={mounted ? { height: virtual.getTotalSize() } : undefined}>
          {items.map((item) => {
            const ref = list.at(item.index);
            return (
              <li
                key={item.key}
                aria-setsize={count}
                aria-posinset={item.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                <Row reference={ref} rows={rows} selected={ref === selected} onSelect={onSelect} />
              </li>
            );
          })}
        </ol>
      </div>
      {below > 0 ? <Below count={below} onShow={() => virtual.scrollToIndex(count - 1, { align: "end" })} /> : null}
    </div>
  );
}

interface VisibleRows {
  readonly steps: ReadonlyMap<number, StepRow>;
  readonly enforced: ReadonlyMap<number, EnforcedRow>;
  readonly beside: ReadonlyMap<number, RecordRow>;
  readonly isHosted: boolean;
  /** Of rows that name no turn of their own. */
  readonly between: ReadonlyMap<RowRef, readonly string[]>;
}

interface Visible extends Pick<TimelineRowsProps, "sessionKey" | "shape" | "list"> {
  readonly first: number;
  readonly last: number;
}

function useVisibleRows({ sessionKey, shape, list, first, last }: Visible): VisibleRows {
  const entries = list.entriesIn({ first, last });
  const records = useMemo(() => list.recordsIn({ first, last }), [list, first, last]);
  const steps = useStepRows({ sessionKey, shape, ...entries });
  const host = useHostRows({ sessionKey, shape, ...entries, records });
  const between = useMemo(
    () => turnsBetween(list, { first, last }, (ref) => steps.get(ref)?.turns ?? []),
    [list, first, last, steps],
  );
  return { steps, ...host, between, isHosted: shape.hosted !== undefined };
}

interface RowProps {
  readonly reference: RowRef;
  readonly rows: VisibleRows;
  readonly selected: boolean;
  readonly onSelect: (ref: RowRef) => void;
}

function Row({ reference, rows, selected, onSelect }: RowProps) {
  const common = { selected, onSelect, between: rows.between.get(reference) };
  if (reference < 0) return <BesideRow record={-reference} row={rows.beside.get(-reference)} {...common} />;
  const enforced = rows.isHosted ? { enforced: rows.enforced.get(reference) ?? null } : {};
  return <TimelineRow seq={reference} row={rows.steps.get(reference)} {...enforced} {...common} />;
}

const Below = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <button
    type="button"
    onClick={onShow}
    className="enter absolute bottom-3 left-1/2 inline-flex h-7 -translate-x-1/2 items-center gap-1 rounded-full bg-accent px-3 text-12 font-medium text-accent-ink shadow-overlay touch:h-11"
  >
    <ArrowDown aria-hidden size={12} />
    {plural(count, "new step")}
  </button>
);

/** Two lines under a thumb, one elsewhere. */
function useRowHeight(): number {
  const [height, setHeight] = useState(ROW);
  useEffect(() => {
    const touch = window.matchMedia("(pointer: coarse), (max-width: 640px)");
    const apply = () => setHeight(touch.matches ? ROW_TOUCH : ROW);
    apply();
    touch.addEventListener("change", apply);
    return () => touch.removeEventListener("change", apply);
  }, []);
  return height;
}

type Virtual = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;

/** Moving by key or by the strip brings the step into view; a click on a visible row moves nothing. */
function useSelectedInView(virtual: Virtual, list: TimelineList, selected: RowRef | null): void {
  const last = useRef<number | null>(null);
  useEffect(() => {
    if (selected === null || selected === last.current) return;
    last.current = selected;
    const index = list.indexOf(selected);
    if (index >= 0) virtual.scrollToIndex(index, { align: "auto" });
  }, [virtual, list, selected]);
}

/** How many steps came in below what the reader looks at, since the end was last in view. */
function useBelow(box: RefObject<HTMLDivElement | null>, count: number): number {
  const [seen, setSeen] = useState(count);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => {
      if (element.scrollHeight - element.scrollTop - element.clientHeight < AT_END) setSeen(count);
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [box, count]);
  return Math.max(0, count - Math.max(seen, 0));
}
