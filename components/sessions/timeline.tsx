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
import { countOf, indexOfSeq, seqAt } from "@/lib/console/step-window";
import type { TimelineShape } from "@/lib/core/read-models/sessions";
import { DensityStrip } from "./density-strip";
import { StepPanel } from "./step-panel";
import { TimelineFilter } from "./timeline-filter";
import { TimelineRows } from "./timeline-rows";

export function Timeline({ sessionKey, initialSeq }: { sessionKey: string; initialSeq: number | null }) {
  const narrowing = useNarrowing();
  const query = useQuery(timelineShape(sessionKey, narrowing.wanted));
  const [selected, select] = useSelectedStep(sessionKey, initialSeq);
  const inputRef = useRef<HTMLInputElement>(null);
  const shape = query.data;
  const focusFilter = useCallback(() => inputRef.current?.focus(), []);
  useTimelineKeys({ shape, selected, select, focusFilter });
  const shown = shape === undefined ? 0 : countOf(shape.matching, shape.headSeq);
  return (
    <div className="flex min-h-0 flex-1">
      <div className={`flex min-w-0 flex-1 flex-col ${selected === null ? "" : "max-lg:hidden"}`}>
        <TimelineFilter {...narrowing} shown={shown} total={shape?.headSeq ?? 0} inputRef={inputRef} />
        {query.isError ? <Stale message={query.error.message} retry={() => void query.refetch()} /> : null}
        {shape === undefined && query.isPending ? (
          <SkeletonRows rows={14} columns={["w-16", "w-24", "w-64", "w-16"]} />
        ) : null}
        {shape === undefined ? null : <DensityStrip bins={shape.bins} selected={selected} onPick={select} />}
        {shape !== undefined && shown === 0 ? (
          <Nothing filtered={isFiltered(narrowing.wanted)} clear={narrowing.clear} />
        ) : null}
        {shape !== undefined && shown > 0 ? (
          <TimelineRows sessionKey={sessionKey} shape={shape} selected={selected} onSelect={select} />
        ) : null}
      </div>
      {selected === null ? null : <StepPanel sessionKey={sessionKey} seq={selected} onClose={() => select(null)} />}
    </div>
  );
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
function useSelectedStep(sessionKey: string, initial: number | null) {
  const [selected, setSelected] = useState<number | null>(initial);
  const select = useCallback(
    (seq: number | null) => {
      setSelected(seq);
      window.history.replaceState(null, "", seq === null ? routes.session(sessionKey) : routes.step(sessionKey, seq));
    },
    [sessionKey],
  );
  return [selected, select] as const;
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
  readonly shape: TimelineShape | undefined;
  readonly selected: number | null;
  readonly select: (seq: number | null) => void;
  readonly focusFilter: () => void;
}

function useTimelineKeys({ shape, selected, select, focusFilter }: TimelineKeys): void {
  const shortcuts = useMemo<readonly Shortcut[]>(() => {
    const move = (step: 1 | -1) => () => {
      if (shape === undefined) return;
      const count = countOf(shape.matching, shape.headSeq);
      if (count === 0) return;
      const at = selected === null ? (step === 1 ? -1 : count) : indexOfSeq(shape.matching, shape.headSeq, selected);
      select(seqAt(shape.matching, Math.min(count - 1, Math.max(0, at + step))));
    };
    return [
      { keys: "]", label: "Next step", run: move(1) },
      { keys: "[", label: "Previous step", run: move(-1) },
      { keys: "/", label: "Filter", run: focusFilter },
      { keys: "Escape", label: "Close the step", run: () => select(null), enabled: selected !== null },
    ];
  }, [shape, selected, select, focusFilter]);
  useShortcuts("Timeline", shortcuts);
}
