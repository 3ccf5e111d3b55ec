/** The queue, and one item of it. One page for both, so that moving between items keeps the list as it is. */
import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { QueueScreen } from "@/components/approvals/queue-screen";
import { Page } from "@/components/shell/page";
import { queryKeys } from "@/lib/console/queries";
import { readApproval, readOpenApprovals } from "@/lib/server/approval-views";
import { requirePerson } from "@/lib/server/request";

export const metadata: Metadata = { title: "Queue" };

export default async function QueuePage({ params }: { params: Promise<{ id?: string[] }> }) {
  const viewer = await requirePerson("approvals.read");
  const { id: path } = await params;
  if (path !== undefined && path.length > 1) notFound();
  const id = path?.[0] === undefined ? null : decodeURIComponent(path[0]);
  const queries = new QueryClient();
  const [open, detail] = await Promise.all([readOpenApprovals(viewer), id === null ? null : readApproval(viewer, id)]);
  queries.setQueryData(queryKeys.approvals("open"), open);
  if (id !== null && detail !== null) queries.setQueryData(queryKeys.approval(id), detail);
  return (
    <Page title="Queue" fill>
      <HydrationBoundary state={dehydrate(queries)}>
        <QueueScreen />
      </HydrationBoundary>
    </Page>
  );
}
