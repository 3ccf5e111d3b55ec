"use client";
/** The timeline of a session: strip above, virtual rows, one step at the right. Live, and still under the hand. */
import { useQuery } from "@tanstack/react-query";
import { FilterX, ListTree } from "lucide-react";
import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { SkeletonRows } from "@/components/ui/skeleton";
import { routes } from "@/lib/console/routes";
import { isFiltered, NO_FILTER, type StepFilter, timelineShape } from "@/lib/console/session-queries";
import { type Shortcut, useShortcuts } from "@/lib/console/shortcuts";
import { type RowRef, type TimelineList, timelineList } from "@/lib/console/timeline-list";
import type { HostedSession } from "@/lib/core/read-models/host-records";
import { DensityStrip } from "./density-strip";
import { RecordPanel } from "./records/record-panel";
import { StepPanel } from "./step-panel";
import { TimelineFilter } from "./timeline-filter";
import { TimelineRows } from "./timeline-rows";

/** `initial` is an entry's number, or minus the number of a record that stands beside the chain. */
export function Timeline({ sessionKey, initial }: { sessionKey: string; initial: RowRef | null }) {
  const narrowing = useNarrowing();
  const query = useQuery(timelineShape(sessionKey, narrowing.wanted));
  const [selected, select] = useSelectedRow(sessionKey, initial);
  const inputRef = useRef<HTMLInputElement>(null);
  const shape = query.data;
  const focusFilter = useCallback(() => inputRef.current?.focus(), []);
  const list = useMemo(() => (shape === undefined ? null : timelineList(shape)), [shape]);
  useTimelineKeys({ list, selected, select, focusFilter });
  return (
    <div className="flex min-h-0 flex-1">
      <div className={`flex min-w-0 flex-1 flex-col ${selected === null ? "" : "max-lg:hidden"}`}>
        <TimelineFilter {...narrowing} shape={shape} inputRef={inputRef} />
        {query.isError ? <Stale message={query.error.message} retry={() => void query.refetch()} /> : null}
        {shape === undefined && query.isPending ? (
          <SkeletonRows rows={14} columns={["w-16", "w-24", "w-64", "w-16"]} />
        ) : null}
        {shape === undefined ? null : <DensityStrip bins={shape.bins} selected={selected} onPick={select} />}
        {list?.count === 0 ? <Nothing filtered={isFiltered(narrowing.wanted)} clear={narrowing.clear} /> : null}
        {shape !== undefined && list !== null && list.count > 0 ? (
          <TimelineRows sessionKey={sessionKey} shape={shape} list={list} selected={selected} onSelect={select} />
        ) : null}
      </div>
      <Panel sessionKey={sessionKey} selected={selected} hosted={shape?.hosted} onClose={() => select(null)} />
    </div>
  );
}

interface PanelProps {
  readonly sessionKey: string;
  readonly selected: RowRef | null;
  readonly hosted: HostedSession | undefined;
  readonly onClose: () => void;
}

function Panel({ sessionKey, selected, hosted, onClose }: PanelProps) {
  if (selected === null) return null;
  if (selected < 0) return <RecordPanel sessionKey={sessionKey} seq={-selected} onClose={onClose} />;
  return <StepPanel sessionKey={sessionKey} seq={selected} isHosted={hosted !== undefined} onClose={onClose} />;
}

function useNarrowing() {
  const [filter, onFilter] = useState<StepFilter>(NO_FILTER);
  const [text, onText] = useState("");
  const q = useDeferredValue(text.trim());
  const wanted = useMemo(() => ({ ...filter, q }), [filter, q]);
  const clear = () => {
    onFilter(NO_FILTER);
    onText("");
  };
  return { filter, onFilter, text, onText, wanted, clear };
}

/** The selection is part of the address, so that a step can be linked to. */
function useSelectedRow(sessionKey: string, initial: RowRef | null) {
  const [selected, setSelected] = useState<RowRef | null>(initial);
  const select = useCallback(
    (ref: RowRef | null) => {
      setSelected(ref);
      window.history.replaceState(null, "", addressOf(sessionKey, ref));
    },
    [sessionKey],
  );
  return [selected, select] as const;
}

function addressOf(sessionKey: string, ref: RowRef | null): string {
  if (ref === null) return routes.session(sessionKey);
  return ref < 0 ? routes.record(sessionKey, -ref) : routes.step(sessionKey, ref);
}

const Stale = ({ message, retry }: { message: string; retry: () => void }) => (
  <div className="p-3">
    <Notice tone="warning" live title="The timeline may be old" action={<Button onClick={retry}>Try again</Button>}>
      {message}
    </Notice>
  </div>
);

const Nothing = ({ filtered, clear }: { filtered: boolean; clear: () => void }) =>
  filtered ? (
    <EmptyState
      icon={<FilterX size={24} />}
      title="No step matches"
      action={<Button onClick={clear}>Clear the filter</Button>}
    />
  ) : (
    <EmptyState icon={<ListTree size={24} />} title="No step yet">
      The agent said hello and has sent nothing since. Steps appear here as the Guardian answers them.
    </EmptyState>
  );

interface TimelineKeys {
  readonly list: TimelineList | null;
  readonly selected: RowRef | null;
  readonly select: (ref: RowRef | null) => void;
  readonly focusFilter: () => void;
}

function useTimelineKeys({ list, selected, select, focusFilter }: TimelineKeys): void {
  const shortcuts = useMemo<readonly Shortcut[]>(() => {
    const move = (step: 1 | -1) => () => {
      if (list === null || list.count === 0) return;
      const at = selected === null ? (step === 1 ? -1 : list.count) : list.indexOf(selected);
      select(list.at(Math.min(list.count - 1, Math.max(0, at + step))));
    };
    return [
      { keys: "]", label: "Next step", run: move(1) },
      { keys: "[", label: "Previous step", run: move(-1) },
      { keys: "/", label: "Filter", run: focusFilter },
      { keys: "Escape", label: "Close the step", run: () => select(null), enabled: selected !== null },
    ];
  }, [list, selected, select, focusFilter]);
  useShortcuts("Timeline", shortcuts);
}
