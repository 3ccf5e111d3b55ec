"use client";
/** Sessions with filters and search; the one with the latest step first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { ListTree, SearchX } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { SearchInput } from "@/components/ui/search-input";
import { Segmented } from "@/components/ui/segmented";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Table, Th } from "@/components/ui/table";
import { type SessionListFilter, sessionList } from "@/lib/console/session-queries";
import type { SessionItem } from "@/lib/core/read-models/sessions";
import { SessionRow } from "./session-row";

const STATES = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "closed", label: "Closed" },
] as const;
const ATTENTION = [
  { value: "any", label: "Any" },
  { value: "waiting", label: "Waiting" },
  { value: "denied", label: "With denials" },
  { value: "mismatch", label: "Replays" },
] as const;

type State = (typeof STATES)[number]["value"];
type Attention = (typeof ATTENTION)[number]["value"];

export function SessionList({ initial }: { initial: SessionListFilter }) {
  const search = useSearch(initial);
  const query = useInfiniteQuery(sessionList(search.filter));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <SearchBar search={search} />
      {query.isError ? (
        <div className="p-4">
          <Notice
            tone="error"
            live
            title="Sessions could not be read"
            action={<Button onClick={() => query.refetch()}>Try again</Button>}
          >
            {query.error.message}
          </Notice>
        </div>
      ) : null}
      {query.isPending ? <SkeletonRows rows={12} columns={["w-40", "w-56", "w-24", "w-32", "w-20"]} /> : null}
      {query.isSuccess && items.length === 0 ? <Nothing narrowed={search.narrowed} /> : null}
      {items.length > 0 ? <Sessions items={items} /> : null}
      {query.hasNextPage ? (
        <div className="p-4">
          <Button onClick={() => query.fetchNextPage()} busy={query.isFetchingNextPage}>
            Show older sessions
          </Button>
        </div>
      ) : null}
    </>
  );
}

function useSearch(initial: SessionListFilter) {
  const [text, setText] = useState(initial.q ?? "");
  const [state, setState] = useState<State>(STATES.find((option) => option.value === initial.state)?.value ?? "all");
  const [attention, setAttention] = useState<Attention>("any");
  const q = useDeferredValue(text.trim());
  const filter = useMemo(
    () => ({
      q,
      ...(state === "all" ? {} : { state }),
      ...(attention === "any" ? {} : { attention }),
    }),
    [q, state, attention],
  );
  const narrowed = q !== "" || state !== "all" || attention !== "any";
  return { text, setText, state, setState, attention, setAttention, filter, narrowed };
}

const SearchBar = ({ search }: { search: ReturnType<typeof useSearch> }) => (
  <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
    <SearchInput
      label="Search sessions"
      placeholder="Agent, session, user or platform"
      value={search.text}
      onChange={(event) => search.setText(event.target.value)}
    />
    <Segmented label="State" value={search.state} onChange={search.setState} options={STATES} />
    <Segmented label="Attention" value={search.attention} onChange={search.setAttention} options={ATTENTION} />
  </search>
);

const HEAD = ["Agent", "Session", "User", "State", "Steps", "Needs an eye", "Last step"];

const Sessions = ({ items }: { items: readonly SessionItem[] }) => (
  <Table label="Sessions" head={HEAD.map((name) => <Th key={name}>{name}</Th>)}>
    {items.map((session) => (
      <SessionRow key={session.key} session={session} />
    ))}
  </Table>
);

const Nothing = ({ narrowed }: { narrowed: boolean }) =>
  narrowed ? (
    <EmptyState icon={<SearchX size={24} />} title="No session matches">
      Search looks at agent, session id, user and platform. Clear a filter to see more.
    </EmptyState>
  ) : (
    <EmptyState icon={<ListTree size={24} />} title="No session yet">
      A session appears here when an agent says hello to the Guardian. Register one under Settings, Agents, or run{" "}
      <code>npm run demo</code>, which brings its own.
    </EmptyState>
  );
