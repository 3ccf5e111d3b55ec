/** The timeline of a session. */
import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SessionPage } from "@/components/sessions/session-page";
import { Timeline } from "@/components/sessions/timeline";
import { NO_FILTER, stepDetail, stepRows, timelineShape } from "@/lib/console/session-queries";
import { windowsFor } from "@/lib/console/step-window";
import { requirePerson } from "@/lib/server/request";
import { readSession, readStep, readSteps, readTimeline } from "@/lib/server/session-views";

export const metadata: Metadata = { title: "Timeline" };

interface TimelinePageProps {
  params: Promise<{ key: string }>;
  searchParams: Promise<{ seq?: string | string[]; record?: string | string[] }>;
}

/** What an address names: a number from 1 up, or nothing. */
const numberIn = (value: string | string[] | undefined): number | null =>
  typeof value === "string" && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;

export default async function TimelinePage({ params, searchParams }: TimelinePageProps) {
  const viewer = await requirePerson("sessions.read");
  const key = decodeURIComponent((await params).key);
  const { seq, record } = await searchParams;
  const initialSeq = numberIn(seq);
  const initialRecord = initialSeq === null ? numberIn(record) : null;
  const initial = initialRecord === null ? initialSeq : -initialRecord;
  const at = (initialSeq ?? 1) - 1;
  const window = windowsFor(null, { first: at, last: at })[0] ?? [];
  const [session, shape] = await Promise.all([readSession(viewer, key), readTimeline(viewer, key, {})]);
  if (session === null || shape === null) notFound();
  const [rows, step] = await Promise.all([
    readSteps(viewer, key, window),
    initialSeq === null ? null : readStep(viewer, key, initialSeq),
  ]);
  const queries = new QueryClient();
  queries.setQueryData(timelineShape(key, NO_FILTER).queryKey, shape);
  if (rows !== null) queries.setQueryData(stepRows(key, window).queryKey, { rows });
  if (initialSeq !== null && step !== null) queries.setQueryData(stepDetail(key, initialSeq).queryKey, step);
  return (
    <SessionPage session={session} tab="timeline" queries={queries}>
      <Timeline key={initial ?? "start"} sessionKey={key} initial={initial} />
    </SessionPage>
  );
}
