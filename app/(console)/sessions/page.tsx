/** All sessions of the tenant. */
import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SessionList } from "@/components/sessions/session-list";
import { Page } from "@/components/shell/page";
import { sessionList } from "@/lib/console/session-queries";
import { requirePerson } from "@/lib/server/request";
import { readSessions } from "@/lib/server/session-views";

export const metadata: Metadata = { title: "Sessions" };

interface SessionsPageProps {
  searchParams: Promise<{ agent?: string | string[]; state?: string | string[] }>;
}

export default async function SessionsPage({ searchParams }: SessionsPageProps) {
  const viewer = await requirePerson("sessions.read");
  const { agent, state } = await searchParams;
  const filter = {
    q: typeof agent === "string" ? agent.slice(0, 200) : "",
    ...(state === "open" || state === "closed" ? { state } : {}),
  };
  const queries = new QueryClient();
  const page = await readSessions(viewer, { text: filter.q.replaceAll("\u0000", ""), state: filter.state });
  queries.setQueryData(sessionList(filter).queryKey, { pages: [page], pageParams: [null] });
  return (
    <Page title="Sessions">
      <HydrationBoundary state={dehydrate(queries)}>
        <SessionList initial={filter} />
      </HydrationBoundary>
    </Page>
  );
}
