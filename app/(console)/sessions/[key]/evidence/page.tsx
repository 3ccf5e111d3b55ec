/** Evidence of a session: export, and how to check it elsewhere. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EvidencePanel } from "@/components/sessions/evidence-panel";
import { SessionPage } from "@/components/sessions/session-page";
import { requirePerson } from "@/lib/server/request";
import { readSession } from "@/lib/server/session-views";

export const metadata: Metadata = { title: "Evidence" };

export default async function EvidencePage({ params }: { params: Promise<{ key: string }> }) {
  const viewer = await requirePerson("sessions.read");
  const session = await readSession(viewer, decodeURIComponent((await params).key));
  if (session === null) notFound();
  return (
    <SessionPage session={session} tab="evidence">
      <EvidencePanel session={session} />
    </SessionPage>
  );
}
