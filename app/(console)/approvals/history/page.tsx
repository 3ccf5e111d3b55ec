/** Items that have ended, newest first, each with how it ended and who ended it. */
import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { HistoryTable } from "@/components/approvals/history-table";
import { QueueTabs } from "@/components/approvals/queue-tabs";
import { Page } from "@/components/shell/page";
import { queryKeys } from "@/lib/console/queries";
import { readEndedApprovals } from "@/lib/server/approval-views";
import { requirePerson } from "@/lib/server/request";

export const metadata: Metadata = { title: "Ended approvals" };

export default async function HistoryPage() {
  const viewer = await requirePerson("approvals.read");
  const queries = new QueryClient();
  queries.setQueryData(queryKeys.approvals("ended"), {
    pages: [await readEndedApprovals(viewer, null)],
    pageParams: [null],
  });
  return (
    <Page title="Queue" tabs={<QueueTabs current="ended" />}>
      <HydrationBoundary state={dehydrate(queries)}>
        <HistoryTable />
      </HydrationBoundary>
    </Page>
  );
}
