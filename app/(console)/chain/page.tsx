/** The heads of all chains. */
import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ChainOverview } from "@/components/chain/chain-overview";
import { Page } from "@/components/shell/page";
import { sessionList } from "@/lib/console/session-queries";
import { requirePerson } from "@/lib/server/request";
import { readSessions } from "@/lib/server/session-views";

export const metadata: Metadata = { title: "Chain" };

export default async function ChainPage() {
  const viewer = await requirePerson("sessions.read");
  const queries = new QueryClient();
  queries.setQueryData(sessionList({ q: "" }).queryKey, {
    pages: [await readSessions(viewer, {})],
    pageParams: [null],
  });
  return (
    <Page title="Chain">
      <HydrationBoundary state={dehydrate(queries)}>
        <ChainOverview />
      </HydrationBoundary>
    </Page>
  );
}
