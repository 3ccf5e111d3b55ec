"use client";
/** ⌘K: places, actions, and what the console knows by name. Arrow keys move, Enter goes. */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from "react";
import { VisibleText } from "@/components/domain/visible-text";
import { getOrThrow } from "@/lib/console/api";
import { queryKeys } from "@/lib/console/queries";
import { api } from "@/lib/console/routes";
import type { SearchAnswer } from "@/lib/core/read-models/search";
import { entriesFor, type PaletteEntry } from "./palette-entries";
import { useTheme } from "./theme";
import { useViewer } from "./viewer";

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onHelp: () => void;
}

export function Palette({ open, onOpenChange, onHelp }: PaletteProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          className="enter fixed top-[12vh] left-1/2 z-40 flex max-h-[70dvh] w-[min(600px,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-hidden rounded bg-surface shadow-overlay touch:top-2"
        >
          <Radix.Title className="sr-only">Search and go</Radix.Title>
          <PaletteBody close={() => onOpenChange(false)} onHelp={onHelp} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function usePaletteEntries(text: string, onHelp: () => void) {
  const { roles } = useViewer();
  const { setTheme } = useTheme();
  const router = useRouter();
  const typed = text.trim();
  const wanted = useDeferredValue(typed);
  const search = useQuery({
    queryKey: queryKeys.search(wanted),
    queryFn: ({ signal }) => getOrThrow<SearchAnswer>(api.search(wanted), signal),
    enabled: wanted.length >= 2,
    placeholderData: (previous) => previous,
  });
  // Enter must act on what is typed: hits of an earlier word wait until they are the current ones
  const hits = wanted.length >= 2 && wanted === typed ? search.data?.results : undefined;
  const entries = useMemo(
    () => entriesFor({ text: typed, roles, hits: hits ?? [], go: router.push, setTheme, onHelp }),
    [typed, roles, hits, router, setTheme, onHelp],
  );
  const searching = search.isFetching || wanted !== typed;
  return { entries, searching, failed: search.isError && wanted.length >= 2 };
}

function PaletteBody({ close, onHelp }: { close: () => void; onHelp: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const list = useId();
  const { entries, searching, failed } = usePaletteEntries(text, onHelp);
  const active = Math.min(at, entries.length - 1);
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    close();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && entries.length > 0) setAt((active + step + entries.length) % entries.length);
    else if (event.key === "Enter" && !event.nativeEvent.isComposing) run(entries[active]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
        <Search size={16} aria-hidden className="text-ink-3" />
        <input
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? list : undefined}
          aria-activedescendant={entries.length > 0 ? `${list}-${active}` : undefined}
          aria-label="Search sessions, approvals, agents, people, pages"
          placeholder="Go to, or search by name, id or digest"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-14 outline-none!"
        />
        <span role="status" className="text-12 text-ink-3">
          {failed ? "Search failed" : searching ? "Searching" : ""}
        </span>
      </div>
      <PaletteList id={list} entries={entries} active={active} searching={searching} onPick={run} onHover={setAt} />
    </>
  );
}

interface PaletteListProps {
  id: string;
  entries: readonly PaletteEntry[];
  active: number;
  searching: boolean;
  onPick: (entry: PaletteEntry) => void;
  onHover: (index: number) => void;
}

function PaletteList({ id, entries, active, searching, onPick, onHover }: PaletteListProps) {
  // A listbox without options is none: the combobox is collapsed meanwhile.
  if (entries.length === 0) {
    return (
      <p className="px-3 py-7 text-center text-13 text-ink-2">{searching ? "Searching" : "Nothing by that name."}</p>
    );
  }
  return (
    <div id={id} role="listbox" aria-label="Results" tabIndex={-1} className="min-h-0 overflow-y-auto p-1">
      {entries.map((entry, index) => (
        <div
          key={entry.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          ref={(element) => {
            if (index === active) element?.scrollIntoView({ block: "nearest" });
          }}
          onPointerMove={() => (index === active ? undefined : onHover(index))}
          onClick={() => onPick(entry)}
          onKeyDown={undefined}
          className={clsx(
            "flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-3 text-13 touch:h-12",
            index === active && "bg-selected",
          )}
        >
          <entry.icon size={16} aria-hidden className="shrink-0 text-ink-3" />
          <span className="min-w-0 truncate">{entry.title}</span>
          <span className="ml-auto max-w-1/2 shrink-0 truncate pl-3 text-12 text-ink-3">
            <VisibleText text={entry.detail} />
          </span>
        </div>
      ))}
    </div>
  );
}
