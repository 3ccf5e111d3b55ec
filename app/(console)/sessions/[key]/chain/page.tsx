/** The chain of a session, recomputed in the reader's browser. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ChainView } from "@/components/chain/chain-view";
import { SessionPage } from "@/components/sessions/session-page";
import { requirePerson } from "@/lib/server/request";
import { readSession } from "@/lib/server/session-views";

export const metadata: Metadata = { title: "Chain" };

export default async function ChainPage({ params }: { params: Promise<{ key: string }> }) {
  const viewer = await requirePerson("sessions.read");
  const session = await readSession(viewer, decodeURIComponent((await params).key));
  if (session === null) notFound();
  return (
    <SessionPage session={session} tab="chain">
      <ChainView sessionKey={session.key} sessionId={session.sessionId} />
    </SessionPage>
  );
}
