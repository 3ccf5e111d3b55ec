"use client";
/** Master and detail of the queue. The selection is the address, moved without a round trip to the server. */
import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { usePathname } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { approvalDetail } from "@/lib/console/approval-queries";
import { neighbour } from "@/lib/console/queue-order";
import { routes } from "@/lib/console/routes";
import { type Shortcut, useShortcuts } from "@/lib/console/shortcuts";
import { ApprovalPane } from "./approval-pane";
import { QueueColumn } from "./queue-column";
import { QueueSummary } from "./queue-summary";
import { useQueue } from "./use-queue";

export function QueueScreen() {
  const queue = useQueue();
  const selected = useSelected();
  const pane = useRef<HTMLElement>(null);
  const select = useCallback((id: string | null) => {
    window.history.pushState(null, "", id === null ? routes.approvals() : routes.approval(id));
  }, []);
  useMoveKeys({ ids: queue.ids, selected, select });
  usePrefetchNeighbours(queue.ids, selected);
  useEffect(() => {
    if (selected !== null) pane.current?.scrollTo(0, 0);
  }, [selected]);
  return (
    <div className="flex min-h-0 flex-1">
      <QueueColumn queue={queue} selected={selected} onSelect={select} />
      <section
        ref={pane}
        aria-label="Selected item"
        className={`min-w-0 flex-1 overflow-y-auto overscroll-contain ${selected === null ? "max-sm:hidden" : ""}`}
      >
        {selected === null ? (
          <QueueSummary items={queue.rows.filter((row) => row.ended === null).map((row) => row.item)} />
        ) : (
          <>
            <button
              type="button"
              onClick={() => select(null)}
              className="hidden h-11 w-full items-center gap-2 border-b px-4 text-13 text-ink-2 max-sm:flex"
            >
              <ArrowLeft aria-hidden size={16} /> Queue
            </button>
            <ApprovalPane id={selected} />
          </>
        )}
      </section>
    </div>
  );
}

/** The id in the address, or null on the queue itself. */
function useSelected(): string | null {
  const pathname = usePathname();
  const prefix = `${routes.approvals()}/`;
  return pathname.startsWith(prefix) ? decodeURIComponent(pathname.slice(prefix.length)) : null;
}

interface MoveKeys {
  readonly ids: readonly string[];
  readonly selected: string | null;
  readonly select: (id: string | null) => void;
}

function useMoveKeys({ ids, selected, select }: MoveKeys): void {
  const shortcuts = useMemo<readonly Shortcut[]>(() => {
    const move = (step: 1 | -1) => () => {
      const next = neighbour(ids, selected, step);
      if (next !== null && next !== selected) select(next);
    };
    return [
      { keys: "j", label: "Next item", run: move(1) },
      { keys: "k", label: "Previous item", run: move(-1) },
      { keys: "Escape", label: "Close the item", run: () => select(null), enabled: selected !== null },
    ];
  }, [ids, selected, select]);
  useShortcuts("Queue", shortcuts);
}

/** The items next to the selected one are at hand before they are asked for. */
function usePrefetchNeighbours(ids: readonly string[], selected: string | null): void {
  const queries = useQueryClient();
  const next = neighbour(ids, selected, 1);
  const previous = selected === null ? null : neighbour(ids, selected, -1);
  useEffect(() => {
    for (const id of [next, previous])
      if (id !== null && id !== selected) void queries.prefetchQuery(approvalDetail(id));
  }, [queries, next, previous, selected]);
}
