"use client";
/** In the panel of a step: what the session's host says that it did with it, beside what was decided. */
import { useQuery } from "@tanstack/react-query";
import { enforcedRows, recordDetail } from "@/lib/console/session-queries";
import type { PanelView } from "../use-panel-view";
import { FlagNotices } from "./flag-notices";
import { RawRecord } from "./raw-record";
import { RecordFacts } from "./record-facts";

interface HostSectionProps {
  readonly sessionKey: string;
  readonly seq: number;
  readonly view: PanelView;
}

export function HostSection({ sessionKey, seq, view }: HostSectionProps) {
  const query = useQuery(enforcedRows(sessionKey, [seq]));
  const found = query.data?.[0];
  const record = found?.record ?? null;
  if (query.data === undefined || found === undefined) return null;
  return (
    <section aria-label="What the host says it did" className="mt-5 border-t pt-3">
      <h3 className="text-13 font-medium">What the host says it did</h3>
      {record === null ? <p className="mt-2 text-13 text-ink-2">The host has sent no record of this step.</p> : null}
      {record === null ? null : <RecordView sessionKey={sessionKey} seq={record.seq} view={view} />}
    </section>
  );
}

/** At the top of the panel: what does not agree comes before everything else. */
export function HostFlags({ sessionKey, seq }: Omit<HostSectionProps, "view">) {
  const { data } = useQuery(enforcedRows(sessionKey, [seq]));
  return <FlagNotices flags={data?.[0]?.flags ?? []} />;
}

export function RecordView({ sessionKey, seq, view }: HostSectionProps) {
  const { data } = useQuery(recordDetail(sessionKey, seq));
  if (data === undefined)
    return <div role="status" aria-label="Loading the record" className="skeleton mt-3 h-4 w-3/5" />;
  return view === "read" ? <RecordFacts detail={data} /> : <RawRecord content={data.content} />;
}
