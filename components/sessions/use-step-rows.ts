"use client";
/** The rows that the visible part of a timeline needs, fetched by windows and kept: entries never change. */
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { stepRows } from "@/lib/console/session-queries";
import { windowsFor } from "@/lib/console/step-window";
import type { StepRow, TimelineShape } from "@/lib/core/read-models/sessions";

export interface Wanted {
  readonly sessionKey: string;
  readonly shape: TimelineShape | undefined;
  /** Places among the entries. */
  readonly first: number;
  readonly last: number;
}

export function useStepRows({ sessionKey, shape, first, last }: Wanted): ReadonlyMap<number, StepRow> {
  const queries = useQueryClient();
  const matching = shape?.matching ?? null;
  const headSeq = shape?.headSeq ?? 0;
  const windows = useMemo(
    () => (shape === undefined ? [] : windowsFor(matching, { first, last })),
    [shape, matching, first, last],
  );
  // Windows that the head moved through have grown: what is drawn stays while they are read again.
  const readUpTo = useRef(headSeq);
  useEffect(() => {
    const before = readUpTo.current;
    readUpTo.current = headSeq;
    if (before === headSeq) return;
    for (const seqs of windowsFor(null, { first: Math.max(0, before - 1), last: headSeq - 1 })) {
      void queries.invalidateQueries({ queryKey: stepRows(sessionKey, seqs).queryKey });
    }
  }, [queries, sessionKey, headSeq]);
  return useQueries({
    queries: windows.map((seqs) => stepRows(sessionKey, seqs)),
    combine: combineRows,
  });
}

/** Stable, so that React Query memoises the result by its inputs. */
const combineRows = (
  results: readonly { readonly data?: { readonly rows: readonly StepRow[] } }[],
): ReadonlyMap<number, StepRow> =>
  new Map(results.flatMap((result) => (result.data?.rows ?? []).map((row) => [row.seq, row] as const)));
