/** Why an item is deferred rather than asked, what it needs, and what happens when its time runs out. */
import { VisibleText } from "@/components/domain/visible-text";
import { Fact, Facts } from "@/components/ui/facts";
import { formatSeconds } from "@/lib/console/format";
import type { ApprovalDetail } from "@/lib/core/read-models/approvals";

const REASONS: { readonly [reason: string]: string } = {
  insufficient_context: "Too little is known about this step",
  conflicting_policies: "Two policies disagree about it",
  low_confidence: "Policy is not sure enough",
  pending_dependency: "Something that it depends on is not there yet",
};

const METHODS: { readonly [method: string]: string } = {
  human_approval: "a person decides here",
  additional_context: "the agent asks again with more context, or a person decides here",
  timeout: "time runs out, unless a person decides before",
};

export function Waiting({ detail: { deferral, item } }: { detail: ApprovalDetail }) {
  if (deferral === null) return null;
  const exact = Math.round((item.expiresAt - item.createdAt) / 1000);
  // Whole minutes read better; the bar below counts the exact time down.
  const seconds = exact < 120 ? exact : Math.round(exact / 60) * 60;
  return (
    <section aria-label="Deferred" className="mt-3 border-l-2 border-defer pl-3">
      <p className="font-medium">
        <VisibleText text={REASONS[deferral.reason] ?? deferral.reason} />
      </p>
      <div className="mt-1">
        <Facts>
          <Fact name="Settled when">
            <VisibleText text={METHODS[deferral.method] ?? deferral.method} />
          </Fact>
          <Fact name="After">
            {formatSeconds(seconds)}: {deferral.timeoutDecision === "ask" ? "it is asked about" : "it is denied"}
          </Fact>
          {deferral.requiredContext.length === 0 ? null : (
            <Fact name="Needs">
              <VisibleText text={deferral.requiredContext.join(", ")} />
            </Fact>
          )}
        </Facts>
      </div>
    </section>
  );
}
