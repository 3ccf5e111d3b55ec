"use client";
/** Sessions with what they declared and what they used undeclared. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Box } from "lucide-react";
import Link from "next/link";
import { useDeferredValue, useState } from "react";
import { NameBadge } from "@/components/domain/name-badge";
import { SessionState } from "@/components/domain/session-state";
import { VisibleText } from "@/components/domain/visible-text";
import { RelativeTime } from "@/components/shell/time";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { SearchInput } from "@/components/ui/search-input";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { TYPE_WORDS } from "@/lib/console/agbom-picture";
import { agbomSessions } from "@/lib/console/agbom-queries";
import { formatCount } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import type { AgbomSessionItem } from "@/lib/core/read-models/agbom-sessions";
import { TypeIcon } from "./type-icon";

export function AgbomList() {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const query = useInfiniteQuery(agbomSessions(wanted));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <search className="flex items-center gap-2 border-b px-4 py-2">
        <SearchInput
          label="Filter by agent, session or component"
          placeholder="Agent, session or component"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </search>
      {query.isError ? (
        <div className="p-3">
          <Notice
            tone="warning"
            live
            title="This list may be old"
            action={<Button onClick={() => query.refetch()}>Try again</Button>}
          >
            {query.error.message}
          </Notice>
        </div>
      ) : null}
      {query.isPending ? <SkeletonRows rows={10} columns={["w-40", "w-24", "w-56", "w-20"]} /> : null}
      {query.isSuccess && items.length === 0 ? <Nothing filtered={wanted !== ""} /> : null}
      {items.length > 0 ? <Rows items={items} /> : null}
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

const Nothing = ({ filtered }: { filtered: boolean }) => (
  <EmptyState icon={<Box size={24} />} title={filtered ? "No session matches" : "No AgBOM yet"}>
    {filtered
      ? "No agent, session or component has this in its name."
      : "An agent's bill of materials appears here when it sends agbom/snapshot, or uses a tool, server or model by name."}
  </EmptyState>
);

const Rows = ({ items }: { items: readonly AgbomSessionItem[] }) => (
  <Table
    label="AgBOMs"
    head={
      <>
        <Th>Session</Th>
        <Th>State</Th>
        <Th>Declared</Th>
        <Th>Kinds</Th>
        <Th>Undeclared in use</Th>
        <Th>Changes</Th>
        <Th>Last step</Th>
      </>
    }
  >
    {items.map((item) => (
      <Tr key={item.key}>
        <Td>
          <Link href={routes.session(item.key, "agbom")} className="font-medium hover:text-accent hover:underline">
            <VisibleText text={item.agentName} />
          </Link>{" "}
          <NameBadge name={item.agentName} short />{" "}
          <code className="text-12 text-ink-3">{item.sessionId.slice(0, 8)}</code>
        </Td>
        <Td>
          <SessionState state={item.state} reason={item.closeReason} />
        </Td>
        <Td data-tabular>
          {item.declared === 0 ? <span className="text-ink-3">none</span> : formatCount(item.declared)}
        </Td>
        <Td>
          <Kinds types={item.types} />
        </Td>
        <Td data-tabular className={item.undeclared > 0 ? "font-medium text-ask" : "text-ink-3"}>
          {item.undeclared === 0 ? "none" : formatCount(item.undeclared)}
        </Td>
        <Td data-tabular>{formatCount(item.changes)}</Td>
        <Td className="whitespace-nowrap text-ink-2">
          <RelativeTime at={item.lastStepAt} />
        </Td>
      </Tr>
    ))}
  </Table>
);

const isType = (type: string): type is keyof typeof TYPE_WORDS => Object.hasOwn(TYPE_WORDS, type);

const Kinds = ({ types }: { types: AgbomSessionItem["types"] }) => (
  <span className="flex gap-3 text-12 text-ink-2">
    {Object.entries(types)
      .filter((entry): entry is [keyof typeof TYPE_WORDS, number] => isType(entry[0]))
      .map(([type, count]) => (
        <span key={type} className="inline-flex items-center gap-1 whitespace-nowrap" data-tabular>
          <TypeIcon type={type} size={12} />
          {formatCount(count)}{" "}
          <span className="sr-only">{count === 1 ? TYPE_WORDS[type].one : TYPE_WORDS[type].many}</span>
        </span>
      ))}
  </span>
);
