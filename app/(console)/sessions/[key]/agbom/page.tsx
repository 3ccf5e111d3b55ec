/** The AgBOM of a session: graph, table, changes. */
import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AgbomView } from "@/components/agbom/agbom-view";
import { SessionPage } from "@/components/sessions/session-page";
import { sessionAgbom } from "@/lib/console/agbom-queries";
import { readAgbom } from "@/lib/server/agbom-views";
import { plain } from "@/lib/server/plain";
import { requirePerson } from "@/lib/server/request";
import { readSession } from "@/lib/server/session-views";

export const metadata: Metadata = { title: "AgBOM" };

/** More than this is fetched by the browser: a page of many megabytes would be slow to begin. */
const INLINE = 500;

export default async function AgbomPage({ params }: { params: Promise<{ key: string }> }) {
  const viewer = await requirePerson("sessions.read");
  const key = decodeURIComponent((await params).key);
  const [session, agbom] = await Promise.all([readSession(viewer, key), readAgbom(viewer, key)]);
  if (session === null || agbom === null) notFound();
  const queries = new QueryClient();
  if (agbom.components.length <= INLINE) queries.setQueryData(sessionAgbom(key).queryKey, plain(agbom));
  return (
    <SessionPage session={session} tab="agbom" queries={queries}>
      <AgbomView sessionKey={key} agentName={session.agentName} />
    </SessionPage>
  );
}
