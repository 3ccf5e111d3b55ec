"use client";
/** The queue as drawn: live underneath, still while a person is inside the list. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { openQueue } from "@/lib/console/approval-queries";
import { isOver } from "@/lib/console/countdown";
import { nextShown } from "@/lib/console/queue-order";
import { useServerClock, useServerNow } from "@/lib/console/server-clock";
import type { ApprovalItem, ApprovalStateName } from "@/lib/core/read-models/approvals";

export interface DrawnRow {
  readonly item: ApprovalItem;
  readonly ended: ApprovalStateName | "gone" | null;
}

export interface Queue {
  readonly rows: readonly DrawnRow[];
  readonly ids: readonly string[];
  readonly waiting: number;
  readonly openCount: number;
  readonly loading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly hold: (held: boolean) => void;
  readonly showWaiting: () => void;
}

export function useQueue(): Queue {
  const query = useQuery(openQueue());
  const now = useServerNow();
  const clock = useServerClock();
  const data = query.data;
  useEffect(() => {
    if (data !== undefined) clock.observe(data.serverNow);
  }, [data, clock]);
  const alive = useMemo(() => (data?.items ?? []).filter((item) => !isOver(item.expiresAt, now)), [data, now]);
  const [held, setHeld] = useState(false);
  const [drawn, setDrawn] = useState<readonly string[]>([]);
  const known = useRef(new Map<string, ApprovalItem>());
  for (const item of data?.items ?? []) known.current.set(item.id, item);
  const shown = nextShown(drawn, alive, held);
  const same = shown.ids.length === drawn.length && shown.ids.every((id, index) => id === drawn[index]);
  // Derived while rendering, so that a row never flashes in an order that nobody asked for.
  if (!same) setDrawn(shown.ids);
  const present = useMemo(() => new Map(alive.map((item) => [item.id, item])), [alive]);
  const rows = shown.ids.flatMap((id) => {
    const item = present.get(id) ?? known.current.get(id);
    return item === undefined ? [] : [{ item, ended: present.has(id) ? null : endOf(item, now) }];
  });
  return {
    rows,
    ids: shown.ids,
    waiting: shown.waiting.length,
    openCount: alive.length,
    loading: query.isPending,
    error: query.error,
    retry: useCallback(() => void query.refetch(), [query]),
    hold: setHeld,
    showWaiting: useCallback(() => setDrawn(nextShown([], alive, false).ids), [alive]),
  };
}

const endOf = (item: ApprovalItem, now: number): ApprovalStateName | "gone" =>
  isOver(item.expiresAt, now) ? "expired" : "gone";
