/** Intent, turns, subagents, skills and provenance of a session. */
import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StoryView } from "@/components/provenance/story-view";
import { SessionPage } from "@/components/sessions/session-page";
import { lineage, sessionStory } from "@/lib/console/story-queries";
import { plain } from "@/lib/server/plain";
import { requirePerson } from "@/lib/server/request";
import { readSession } from "@/lib/server/session-views";
import { readLineage, readStory } from "@/lib/server/story-views";

export const metadata: Metadata = { title: "Intent and provenance" };

interface ProvenancePageProps {
  params: Promise<{ key: string }>;
  searchParams: Promise<{ node?: string | string[] }>;
}

export default async function ProvenancePage({ params, searchParams }: ProvenancePageProps) {
  const viewer = await requirePerson("sessions.read");
  const key = decodeURIComponent((await params).key);
  const { node = [] } = await searchParams;
  const ids = typeof node === "string" ? [node] : node;
  const [session, story] = await Promise.all([readSession(viewer, key), readStory(viewer, key)]);
  if (session === null || story === null) notFound();
  const queries = new QueryClient();
  queries.setQueryData(sessionStory(key).queryKey, plain(story));
  const found = ids.length === 0 ? null : await readLineage(viewer, key, ids);
  if (found !== null) queries.setQueryData(lineage(key, ids).queryKey, found);
  return (
    <SessionPage session={session} tab="provenance" queries={queries}>
      <StoryView key={ids.join("\n")} sessionKey={key} nodes={ids} />
    </SessionPage>
  );
}
