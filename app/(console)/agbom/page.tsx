/** Sessions with an AgBOM or components seen in use. */
import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AgbomList } from "@/components/agbom/agbom-list";
import { Page } from "@/components/shell/page";
import { agbomSessions } from "@/lib/console/agbom-queries";
import { readAgbomSessions } from "@/lib/server/agbom-list";
import { requirePerson } from "@/lib/server/request";

export const metadata: Metadata = { title: "AgBOM" };

export default async function AgbomsPage() {
  const viewer = await requirePerson("sessions.read");
  const queries = new QueryClient();
  const first = await readAgbomSessions(viewer, new URLSearchParams());
  queries.setQueryData(agbomSessions("").queryKey, { pages: [first], pageParams: [null] });
  return (
    <Page title="AgBOM">
      <HydrationBoundary state={dehydrate(queries)}>
        <AgbomList />
      </HydrationBoundary>
    </Page>
  );
}
