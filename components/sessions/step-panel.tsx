"use client";
/** One step in full: what was decided and why, what its hook says in words, its digests; the raw messages one key away. */
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useMemo } from "react";
import { DispositionBadge } from "@/components/domain/disposition-badge";
import { HookLabel } from "@/components/domain/hook-label";
import { NameBadge } from "@/components/domain/name-badge";
import { VisibleText } from "@/components/domain/visible-text";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { formatInstant } from "@/lib/console/format";
import { stepDetail } from "@/lib/console/session-queries";
import type { StepDetail } from "@/lib/core/read-models/sessions";
import { DecisionBody } from "./hooks/decision-body";
import { HookBody } from "./hooks/hook-body";
import { messagesOf } from "./hooks/payload";
import { RawMessage } from "./raw-message";
import { HostFlags, HostSection } from "./records/host-section";
import { StepFacts } from "./step-facts";
import { StepMarks } from "./step-marks";
import { PANEL_VIEWS, type PanelView, usePanelView } from "./use-panel-view";

interface StepPanelProps {
  readonly sessionKey: string;
  readonly seq: number;
  /** An Agent Hooks host runs the agent, so there may be a record of the step. */
  readonly isHosted: boolean;
  readonly onClose: () => void;
}

export function StepPanel({ sessionKey, seq, isHosted, onClose }: StepPanelProps) {
  const query = useQuery(stepDetail(sessionKey, seq));
  const [view, setView] = usePanelView("Raw request and answer");
  return (
    <aside
      aria-label={`Step ${seq}`}
      className="flex w-[480px] min-w-0 shrink-0 flex-col overflow-y-auto overscroll-contain border-l max-xl:w-[420px] max-lg:w-full max-lg:border-l-0"
    >
      <header className="sticky top-0 z-10 flex h-11 shrink-0 items-center gap-3 border-b bg-canvas px-4">
        <h2 className="flex min-w-0 items-center gap-3 text-13 font-semibold">
          <span data-tabular>Step {seq}</span>
          {query.data ? <HookLabel method={query.data.row.stepType} className="font-normal" /> : null}
        </h2>
        <span className="ml-auto">{query.data ? <DispositionBadge value={query.data.row.decision} /> : null}</span>
        <IconButton label="Close the step" shortcut="Esc" icon={<X aria-hidden size={16} />} onClick={onClose} />
      </header>
      {query.isPending ? <Loading /> : null}
      {query.isError ? (
        <div className="p-4">
          <Notice
            tone="error"
            title="This step could not be read"
            action={<Button onClick={() => query.refetch()}>Try again</Button>}
          >
            {query.error.message}
          </Notice>
        </div>
      ) : null}
      {query.data ? (
        <Whole sessionKey={sessionKey} step={query.data} isHosted={isHosted} view={view} onView={setView} />
      ) : null}
    </aside>
  );
}

interface WholeProps {
  readonly sessionKey: string;
  readonly step: StepDetail;
  readonly isHosted: boolean;
  readonly view: PanelView;
  readonly onView: (view: PanelView) => void;
}

function Whole({ sessionKey, step, isHosted, view, onView }: WholeProps) {
  const { row } = step;
  return (
    <div className="px-4 pb-6">
      <StepMarks step={step} />
      {isHosted ? <HostFlags sessionKey={sessionKey} seq={row.seq} /> : null}
      {row.tool === null ? null : (
        <p className="mt-3 text-13 empty:hidden">
          <NameBadge name={row.tool} />
        </p>
      )}
      {row.reason === null ? null : (
        <p className="mt-2 text-14">
          <VisibleText text={row.reason} block />
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
        <p className="text-12 text-ink-3">{formatInstant(row.at)}</p>
        <Segmented label="What is shown" value={view} onChange={onView} options={PANEL_VIEWS} />
      </div>
      {view === "read" ? <Reading sessionKey={sessionKey} step={step} /> : <Raw step={step} />}
      {isHosted ? <HostSection sessionKey={sessionKey} seq={row.seq} view={view} /> : null}
    </div>
  );
}

function Reading({ sessionKey, step }: { sessionKey: string; step: StepDetail }) {
  const messages = useMemo(() => messagesOf(step), [step]);
  const place = { sessionKey, refs: step.refs };
  const isOwn = step.row.stepType.startsWith("guardian/") || step.row.stepType === "intent_extension";
  return (
    <>
      {step.request === null && !isOwn ? (
        <p className="mt-3 text-13 text-ink-2">The request is erased, or was never stored. The entry keeps its hash.</p>
      ) : (
        <HookBody method={step.row.stepType} messages={messages} place={place} isOwn={isOwn} />
      )}
      <DecisionBody place={place} result={messages.result} />
      <StepFacts sessionKey={sessionKey} step={step} />
    </>
  );
}

const Raw = ({ step }: { step: StepDetail }) => (
  <>
    <RawMessage title="Request as received" message={step.request} entry={step} />
    <RawMessage title="Answer as sent" message={step.response} entry={step} />
    <RawMessage
      title="ContextEntry"
      message={{ text: step.entry, bytes: step.entry.length, masked: [] }}
      entry={step}
    />
  </>
);

const Loading = () => (
  <div role="status" aria-label="Loading the step" className="flex flex-col gap-3 p-4">
    {["w-3/5", "w-4/5", "w-2/5", "w-full", "w-full", "w-3/4"].map((width, index) => (
      <Skeleton key={`${width}-${index.toString()}`} className={width} />
    ))}
  </div>
);
