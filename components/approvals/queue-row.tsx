"use client";
/** One line of the queue: risk, the act, who, how long. Keeps its place when it ends, and says how. */
import clsx from "clsx";
import { ShieldX, Timer } from "lucide-react";
import { memo } from "react";
import { ApprovalState } from "@/components/domain/approval-state";
import { MixedWordsBadge } from "@/components/domain/name-badge";
import { RiskBar } from "@/components/domain/risk-bar";
import { VisibleText } from "@/components/domain/visible-text";
import { routes } from "@/lib/console/routes";
import type { ApprovalItem, ApprovalStateName } from "@/lib/core/read-models/approvals";
import { Countdown } from "./countdown";

interface QueueRowProps {
  readonly item: ApprovalItem;
  readonly selected: boolean;
  /** Set for a row that left the queue while the list was held. */
  readonly ended: ApprovalStateName | "gone" | null;
  readonly onSelect: (id: string) => void;
}

export const QueueRow = memo(function QueueRow({ item, selected, ended, onSelect }: QueueRowProps) {
  return (
    <a
      href={routes.approval(item.id)}
      data-item={item.id}
      aria-current={selected ? "true" : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onSelect(item.id);
      }}
      className={clsx(
        "block border-b px-4 py-2.5 outline-offset-[-2px] touch:py-3",
        selected ? "bg-selected shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-hover",
        ended !== null && "opacity-70",
      )}
    >
      <span className="flex items-center justify-between gap-3 text-12">
        <RiskBar risk={item.risk} suffix="" />
        {ended === null ? <Countdown expiresAt={item.expiresAt} /> : <End state={ended} />}
      </span>
      <span className="mt-0.5 line-clamp-2 text-13 font-medium">
        <VisibleText text={item.sentence} />
      </span>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
        <span className="truncate">
          <VisibleText text={item.agentName} />
        </span>
        <MixedWordsBadge text={item.sentence} />
        {item.kind === "defer" ? (
          <span className="inline-flex items-center gap-1 font-medium text-defer">
            <Timer aria-hidden size={12} /> deferred
          </span>
        ) : null}
        {item.votesRequired > 1 ? (
          <span data-tabular>
            {item.votes} of {item.votesRequired} votes
          </span>
        ) : null}
        {item.whyNot === null ? null : <span>not yours to decide</span>}
        {item.mismatches > 0 ? (
          <span className="inline-flex items-center gap-1 font-medium text-deny">
            <ShieldX aria-hidden size={12} /> other content presented
          </span>
        ) : null}
      </span>
    </a>
  );
});

const End = ({ state }: { state: ApprovalStateName | "gone" }) =>
  state === "gone" ? <span className="text-ink-3">no longer waiting</span> : <ApprovalState state={state} />;
