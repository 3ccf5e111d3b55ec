/** How the item ended, in place of the buttons. Expired is not denied, withdrawn is not refused, a service is not a person. */
import { ApprovalState, actorWords, endSentence } from "@/components/domain/approval-state";
import { VisibleText } from "@/components/domain/visible-text";
import { Instant } from "@/components/shell/time";
import type { ApprovalItem } from "@/lib/core/read-models/approvals";

export function EndedPanel({ item }: { item: ApprovalItem }) {
  return (
    <section
      aria-label="Outcome"
      className="sticky bottom-0 z-10 border-t bg-surface px-5 py-3 touch:px-4"
      aria-live="polite"
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <ApprovalState state={item.state} className="text-14" />
        <span className="text-13">{endSentence(item)}</span>
      </div>
      <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-0.5 text-12 text-ink-2">
        <When name={item.decidedBy === null ? "Recorded" : `By ${actorWords(item.decidedBy)}`} at={item.decidedAt} />
        <When name="Released" at={item.consumedAt} />
        <When name="Result came in" at={item.resultAt} />
        {item.state === "approved" ? <When name="Must be used by" at={item.useBy} /> : null}
        {item.state === "expired" && item.decidedAt === null ? <When name="Ended" at={item.expiresAt} /> : null}
      </dl>
      {item.decisionReason === null ? null : (
        <blockquote className="mt-2 max-h-40 overflow-y-auto border-l-2 border-line-strong pl-3 text-13">
          <VisibleText text={item.decisionReason} block />
        </blockquote>
      )}
    </section>
  );
}

const When = ({ name, at }: { name: string; at: number | null }) =>
  at === null ? null : (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd>
        <Instant at={at} />
      </dd>
    </div>
  );
