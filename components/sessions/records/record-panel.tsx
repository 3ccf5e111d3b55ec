"use client";
/** A record that stands beside the chain, in full. */
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { Segmented } from "@/components/ui/segmented";
import { formatInstant } from "@/lib/console/format";
import { recordDetail } from "@/lib/console/session-queries";
import { MODEL_POINTS } from "@/lib/core/agent-hooks/points";
import type { RecordDetail } from "@/lib/core/read-models/host-records";
import { PANEL_VIEWS, type PanelView, usePanelView } from "../use-panel-view";
import { FlagNotices } from "./flag-notices";
import { RecordView } from "./host-section";
import { PointLabel } from "./point-label";
import { VerdictBadge } from "./verdict-badge";

interface RecordPanelProps {
  readonly sessionKey: string;
  readonly seq: number;
  readonly onClose: () => void;
}

export function RecordPanel({ sessionKey, seq, onClose }: RecordPanelProps) {
  const query = useQuery(recordDetail(sessionKey, seq));
  const [view, setView] = usePanelView("Raw record");
  const row = query.data?.row;
  return (
    <aside
      aria-label={`Record ${seq}`}
      className="flex w-[480px] min-w-0 shrink-0 flex-col overflow-y-auto overscroll-contain border-l max-xl:w-[420px] max-lg:w-full max-lg:border-l-0"
    >
      <header className="sticky top-0 z-10 flex h-11 shrink-0 items-center gap-3 border-b bg-canvas px-4">
        <h2 className="flex min-w-0 items-center gap-3 text-13 font-semibold">
          <span data-tabular>Record {seq}</span>
          {row ? <PointLabel point={row.point} /> : null}
        </h2>
        <span className="ml-auto">{row ? <VerdictBadge value={row.decision} /> : null}</span>
        <IconButton label="Close the record" shortcut="Esc" icon={<X aria-hidden size={16} />} onClick={onClose} />
      </header>
      {query.isError ? (
        <div className="p-4">
          <Notice
            tone="error"
            title="This record could not be read"
            action={<Button onClick={() => query.refetch()}>Try again</Button>}
          >
            {query.error.message}
          </Notice>
        </div>
      ) : null}
      {query.data ? <Whole sessionKey={sessionKey} detail={query.data} view={view} onView={setView} /> : null}
    </aside>
  );
}

interface WholeProps {
  readonly sessionKey: string;
  readonly detail: RecordDetail;
  readonly view: PanelView;
  readonly onView: (view: PanelView) => void;
}

function Whole({ sessionKey, detail, view, onView }: WholeProps) {
  const { row } = detail;
  return (
    <div className="px-4 pb-6">
      <FlagNotices flags={row.flags} />
      <div className="mt-3">
        <Notice title="Not an ACS step">{whyBeside(detail)}</Notice>
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-12 text-ink-3">{formatInstant(row.at)}</p>
        <Segmented label="What is shown" value={view} onChange={onView} options={PANEL_VIEWS} />
      </div>
      <RecordView sessionKey={sessionKey} seq={row.seq} view={view} />
    </div>
  );
}

function whyBeside({ row }: RecordDetail): string {
  if (MODEL_POINTS.includes(row.point)) {
    return "ACS has no hook for model calls. The host judged this one by the host rules of the policy bundle; it is not on the session's chain.";
  }
  return row.decision === "deny"
    ? "The host stopped this before it asked the Guardian, so no entry of the chain is about it."
    : "No entry of the chain is about it.";
}
