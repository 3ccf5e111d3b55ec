"use client";
/** Which shortened parts of an item have been opened. Approve waits for all of them. */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { cutSegments } from "@/lib/console/cut";
import { everyValue, type ViewModel } from "@/lib/console/served-view";

export interface Reading {
  readonly parts: readonly string[];
  readonly isOpen: (part: string) => boolean;
  readonly open: (part: string) => void;
  readonly openAll: () => void;
  readonly openedCount: number;
}

const ReadingContext = createContext<Reading>({
  parts: [],
  isOpen: () => true,
  open: () => undefined,
  openAll: () => undefined,
  openedCount: 0,
});

export const useReading = (): Reading => useContext(ReadingContext);

export const ReadingProvider = ({ reading, children }: { reading: Reading; children: ReactNode }) => (
  <ReadingContext.Provider value={reading}>{children}</ReadingContext.Provider>
);

export function useReadingState(view: ViewModel | null): Reading {
  const parts = useMemo(() => (view === null ? [] : cutParts(view)), [view]);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open = useCallback((part: string) => setOpened((before) => new Set([...before, part])), []);
  const openAll = useCallback(() => setOpened(new Set(parts)), [parts]);
  const isOpen = useCallback((part: string) => opened.has(part), [opened]);
  const openedCount = parts.filter((part) => opened.has(part)).length;
  return useMemo(() => ({ parts, isOpen, open, openAll, openedCount }), [parts, isOpen, open, openAll, openedCount]);
}

/** Ids of everything that is drawn shortened at first. */
function cutParts(view: ViewModel): readonly string[] {
  const values = everyValue(view).map((value) => ({ id: value.path, parts: value.segments }));
  const changes = view.changes.flatMap((change) => [
    { id: changePart(change.path, "requested"), parts: change.requested?.segments ?? [] },
    { id: changePart(change.path, "effective"), parts: change.effective?.segments ?? [] },
  ]);
  return [...values, ...changes].filter(({ parts }) => cutSegments(parts).more > 0).map(({ id }) => id);
}

export const changePart = (path: string, side: "requested" | "effective"): string => `change:${side}:${path}`;
