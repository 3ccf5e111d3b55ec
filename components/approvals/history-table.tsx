"use client";
/** Ended items: how, by whom or by what, when. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { History, ShieldX } from "lucide-react";
import Link from "next/link";
import { ApprovalState, actorWords } from "@/components/domain/approval-state";
import { MixedWordsBadge } from "@/components/domain/name-badge";
import { RiskBar } from "@/components/domain/risk-bar";
import { VisibleText } from "@/components/domain/visible-text";
import { RelativeTime } from "@/components/shell/time";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import { endedApprovals } from "@/lib/console/approval-queries";
import { routes } from "@/lib/console/routes";
import type { ApprovalItem } from "@/lib/core/read-models/approvals";

export function HistoryTable() {
  const query = useInfiniteQuery(endedApprovals());
  if (query.isPending) return <SkeletonRows rows={10} columns={["w-24", "w-64", "w-32", "w-20"]} />;
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) {
    return (
      <EmptyState icon={<History size={24} />} title="Nothing has ended yet">
        Decided, expired and withdrawn items are kept here with who ended them and why.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        label="Ended approvals"
        head={
          <>
            <Th>Outcome</Th>
            <Th>Act</Th>
            <Th>By</Th>
            <Th>Agent</Th>
            <Th>Risk</Th>
            <Th>When</Th>
          </>
        }
      >
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </Table>
      {query.hasNextPage ? (
        <div className="p-4">
          <Button onClick={() => query.fetchNextPage()} busy={query.isFetchingNextPage}>
            Show earlier ones
          </Button>
        </div>
      ) : (
        <p className="p-4 text-12 text-ink-3">That is all of them.</p>
      )}
    </>
  );
}

function Row({ item }: { item: ApprovalItem }) {
  return (
    <Tr>
      <Td>
        <ApprovalState state={item.state} />
      </Td>
      <Td className="min-w-[240px]">
        <Link href={routes.approval(item.id)} className="font-medium hover:text-accent hover:underline">
          <VisibleText text={item.sentence} />
        </Link>{" "}
        <MixedWordsBadge text={item.sentence} />
        {item.mismatches > 0 ? (
          <span className="ml-2 inline-flex items-center gap-1 text-12 font-medium text-deny">
            <ShieldX aria-hidden size={12} /> other content presented
          </span>
        ) : null}
      </Td>
      <Td className="whitespace-nowrap">{by(item)}</Td>
      <Td className="whitespace-nowrap">
        <VisibleText text={item.agentName} />
      </Td>
      <Td>
        <RiskBar risk={item.risk} suffix="" />
      </Td>
      <Td className="text-ink-2">
        <RelativeTime at={item.decidedAt ?? item.expiresAt} />
      </Td>
    </Tr>
  );
}

function by(item: ApprovalItem) {
  if (item.decidedBy !== null) return actorWords(item.decidedBy);
  return <span className="text-ink-3">{item.state === "expired" ? "nobody" : "the Guardian"}</span>;
}
