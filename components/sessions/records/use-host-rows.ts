"use client";
/** What the host says about the visible part of a timeline; nothing is asked where no host runs the agent. */
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { enforcedRows, recordRows } from "@/lib/console/session-queries";
import { windowsFor } from "@/lib/console/step-window";
import type { EnforcedRow, RecordRow } from "@/lib/core/read-models/host-records";
import type { TimelineShape } from "@/lib/core/read-models/sessions";

export interface HostRowsWanted {
  readonly sessionKey: string;
  readonly shape: TimelineShape;
  /** Places among the entries. */
  readonly first: number;
  readonly last: number;
  /** Records beside the chain that are in view. */
  readonly records: readonly number[];
}

const CHUNK = 100;

export function useHostRows({ sessionKey, shape, first, last, records }: HostRowsWanted) {
  const isHosted = shape.hosted !== undefined;
  const windows = useMemo(
    () => (isHosted ? windowsFor(shape.matching, { first, last }) : []),
    [isHosted, shape.matching, first, last],
  );
  const chunks = useMemo(() => chunksOf(shape, records), [shape, records]);
  const enforced = useQueries({
    queries: windows.map((seqs) => ({ ...enforcedRows(sessionKey, seqs), placeholderData: keepPreviousData })),
    combine: byEntry,
  });
  const beside = useQueries({
    queries: chunks.map((seqs) => ({ ...recordRows(sessionKey, seqs), placeholderData: keepPreviousData })),
    combine: byRecord,
  });
  return { enforced, beside };
}

/** Whole parts of the list, so that scrolling by a row asks nothing new. */
function chunksOf({ hosted }: TimelineShape, records: readonly number[]): readonly (readonly number[])[] {
  const all = hosted?.beside.map(([, record]) => record) ?? [];
  const visible = new Set(records);
  const chunks: (readonly number[])[] = [];
  for (let start = 0; start < all.length; start += CHUNK) {
    const chunk = all.slice(start, start + CHUNK);
    if (chunk.some((record) => visible.has(record))) chunks.push([...chunk].sort((a, b) => a - b));
  }
  return chunks;
}

type Results<T> = readonly { readonly data?: readonly T[] }[];

const byEntry = (results: Results<EnforcedRow>): ReadonlyMap<number, EnforcedRow> =>
  new Map(results.flatMap((result) => (result.data ?? []).map((row) => [row.entry, row] as const)));

const byRecord = (results: Results<RecordRow>): ReadonlyMap<number, RecordRow> =>
  new Map(results.flatMap((result) => (result.data ?? []).map((row) => [row.seq, row] as const)));
