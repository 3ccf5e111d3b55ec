"use client";
/** Every session's head, and a way to recompute each chain here. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link2, ShieldCheck } from "lucide-react";
import Link from "next/link";
import { SessionState } from "@/components/domain/session-state";
import { VisibleText } from "@/components/domain/visible-text";
import { HeadMark } from "@/components/sessions/head-mark";
import { RelativeTime } from "@/components/shell/time";
import { Button } from "@/components/ui/button";
import { CopyDigest } from "@/components/ui/copy-digest";
import { EmptyState } from "@/components/ui/empty-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { formatCount } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import { sessionList } from "@/lib/console/session-queries";
import type { SessionItem } from "@/lib/core/read-models/sessions";

export function ChainOverview() {
  const query = useInfiniteQuery(sessionList({ q: "" }));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) return <SkeletonRows rows={12} columns={["w-40", "w-24", "w-56", "w-20"]} />;
  if (items.length === 0) {
    return (
      <EmptyState icon={<Link2 size={24} />} title="No chain yet">
        Each session has a chain of its own. The first one appears when an agent says hello to the Guardian.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="max-w-[80ch] px-4 py-3 text-13 text-ink-2">
        Each session is one chain: every entry commits to the one before it and to the exact request and answer.
        Verifying fetches the stored bytes and recomputes all of it in this browser.
      </p>
      <Table
        label="Chain heads"
        className="border-t"
        head={
          <>
            <Th>Session</Th>
            <Th>State</Th>
            <Th>Entries</Th>
            <Th>Head</Th>
            <Th>Here</Th>
            <Th>Last entry</Th>
            <Th>
              <span className="sr-only">Verify</span>
            </Th>
          </>
        }
      >
        {items.map((session) => (
          <Row key={session.key} session={session} />
        ))}
      </Table>
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

const Row = ({ session }: { session: SessionItem }) => (
  <Tr>
    <Td>
      <Link href={routes.session(session.key, "chain")} className="font-medium hover:text-accent hover:underline">
        <VisibleText text={session.agentName} />
      </Link>{" "}
      <code className="text-12 text-ink-3">{session.sessionId.slice(0, 8)}</code>
    </Td>
    <Td>
      <SessionState state={session.state} reason={session.closeReason} />
    </Td>
    <Td data-tabular>{formatCount(session.headSeq)}</Td>
    <Td>
      {session.headHash === null ? (
        <span className="text-ink-3">none</span>
      ) : (
        <CopyDigest digest={session.headHash} name="chain head" />
      )}
    </Td>
    <Td>
      <HeadMark sessionKey={session.key} head={session.headHash} />
    </Td>
    <Td className="text-ink-2">
      <RelativeTime at={session.lastStepAt} />
    </Td>
    <Td className="text-right">
      <Button asChild variant="ghost" icon={<ShieldCheck aria-hidden size={14} />}>
        <Link
          href={routes.session(session.key, "chain")}
          aria-label={`Verify the chain of session ${session.sessionId}`}
        >
          Verify
        </Link>
      </Button>
    </Td>
  </Tr>
);
