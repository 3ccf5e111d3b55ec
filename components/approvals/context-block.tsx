/** Around the act: the agent's last steps, and how the same tool was decided before. */
import clsx from "clsx";
import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { ApprovalState, actorWords } from "@/components/domain/approval-state";
import { DispositionBadge } from "@/components/domain/disposition-badge";
import { HookLabel } from "@/components/domain/hook-label";
import { NameBadge } from "@/components/domain/name-badge";
import { VisibleText } from "@/components/domain/visible-text";
import { RelativeTime } from "@/components/shell/time";
import { formatClock, plural } from "@/lib/console/format";
import { routes } from "@/lib/console/routes";
import type { ApprovalDetail, ContextStep } from "@/lib/core/read-models/approvals";
import { Block } from "./block";

export function ContextBlock({ detail }: { detail: ApprovalDetail }) {
  const { item, steps } = detail;
  return (
    <Block
      title="Context"
      aside={
        <Link
          href={routes.session(item.sessionKey)}
          className="inline-flex items-center gap-1 text-12 text-accent hover:underline"
        >
          Whole session <ArrowRight aria-hidden size={12} />
        </Link>
      }
    >
      <p className="text-13 text-ink-2">
        <VisibleText text={item.agentName} className="font-medium text-ink" /> <NameBadge name={item.agentName} />{" "}
        <VisibleText text={item.agentId} className="font-mono text-12" />, session{" "}
        <code className="text-12">{item.sessionId}</code>, {item.sessionState}.
      </p>
      <h3 className="mt-3 text-13 font-medium">
        {steps.length < detail.stepCount
          ? `The last ${steps.length} of ${plural(detail.stepCount, "step")}`
          : plural(detail.stepCount, "step")}
      </h3>
      <ol className="mt-1 border-b">
        {steps.map((step) => (
          <Step key={step.seq} step={step} sessionKey={item.sessionKey} />
        ))}
      </ol>
      <Similar detail={detail} />
    </Block>
  );
}

const Step = ({ step, sessionKey }: { step: ContextStep; sessionKey: string }) => (
  <li>
    <Link
      href={routes.step(sessionKey, step.seq)}
      className={clsx(
        "grid h-row grid-cols-[64px_116px_minmax(0,1fr)_72px] items-center gap-x-3 border-t text-12 hover:bg-hover touch:h-auto touch:grid-cols-[1fr_auto] touch:py-2",
        step.isThis && "bg-selected",
      )}
    >
      <time data-tabular className="pl-1 text-ink-3" dateTime={new Date(step.at).toISOString()}>
        {formatClock(step.at).slice(0, 8)}
      </time>
      <HookLabel method={step.stepType} />
      <span className="min-w-0 truncate font-mono touch:col-span-2">
        <VisibleText text={step.subject} />
      </span>
      {step.isThis ? (
        <span className="font-medium text-ask">This item</span>
      ) : (
        <DispositionBadge value={step.decision} />
      )}
    </Link>
  </li>
);

function Similar({ detail }: { detail: ApprovalDetail }) {
  if (detail.similar.length === 0) {
    return <p className="mt-3 text-12 text-ink-3">No earlier decisions on this tool for this agent.</p>;
  }
  return (
    <>
      <h3 className="mt-3 text-13 font-medium">Earlier decisions on this tool</h3>
      <ul className="mt-1 border-b">
        {detail.similar.map((other) => (
          <li key={other.id}>
            <Link
              href={routes.approval(other.id)}
              className="grid min-h-row grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 border-t text-12 hover:bg-hover touch:grid-cols-1 touch:py-2"
            >
              <VisibleText text={other.sentence} className="truncate text-13" />
              <span className="inline-flex items-center gap-2">
                <ApprovalState state={other.state} />
                {other.decidedBy === null ? null : <span className="text-ink-2">{actorWords(other.decidedBy)}</span>}
              </span>
              <span className="text-ink-3">
                <RelativeTime at={other.at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
