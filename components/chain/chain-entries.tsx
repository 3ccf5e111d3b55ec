"use client";
/** The column of linked entries. Virtual, because a chain may be long; a fault breaks the line where it is. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { CheckedEntry } from "@/lib/console/chain-messages";
import { useMounted } from "@/lib/console/use-mounted";
import { ChainEntryRow } from "./chain-entry-row";
import type { ChainListItem } from "./chain-items";
import { LineBreak } from "./line-break";

interface ChainEntriesProps {
  readonly sessionKey: string;
  readonly items: readonly ChainListItem[];
  readonly checked: ReadonlyMap<number, CheckedEntry>;
}

export function ChainEntries({ sessionKey, items, checked }: ChainEntriesProps) {
  const box = useRef<HTMLDivElement>(null);
  const mounted = useMounted();
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => 60,
    overscan: 10,
  });
  return (
    <section ref={box} aria-label="Chain entries" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ol className="relative" style={mounted ? { height: virtual.getTotalSize() } : undefined}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return (
            <li
              key={key}
              data-index={index}
              ref={virtual.measureElement}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {item === undefined ? null : item.kind === "break" ? (
                <LineBreak finding={item.finding} />
              ) : (
                <ChainEntryRow sessionKey={sessionKey} row={item.row} checked={checked.get(item.row.seq)} />
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
