/** The host rules of a bundle as a person can read them: where, what is looked for, what then happens. */
import { DispositionBadge } from "@/components/domain/disposition-badge";
import { VisibleText } from "@/components/domain/visible-text";
import { Fact, Facts } from "@/components/ui/facts";
import { pointWord } from "@/lib/console/record-words";
import { isHostPoint } from "@/lib/core/agent-hooks/points";
import type { HostRule } from "@/lib/core/wire/agent-hooks";

export const HostRuleList = ({ rules }: { rules: readonly HostRule[] }) => (
  <ol className="border-t">
    {rules.map((rule) => (
      <li key={rule.id} id={`host-rule-${rule.id}`} className="border-b px-4 py-4 last:border-b-0">
        <Rule rule={rule} />
      </li>
    ))}
  </ol>
);

const WORD = { allow: "allow", deny: "deny", transform: "modify" } as const;

function Rule({ rule }: { rule: HostRule }) {
  const { id, at, find, models, verdict } = rule;
  return (
    <article aria-label={id} className="grid grid-cols-[128px_minmax(0,1fr)] gap-x-4 gap-y-2 touch:grid-cols-1">
      <div className="flex items-start">
        <DispositionBadge value={WORD[verdict.decision]} />
      </div>
      <div className="min-w-0">
        <h3 className="text-14 font-medium">
          <VisibleText text={sentenceOf(rule)} />
        </h3>
        <p className="mt-0.5 text-12 text-ink-3">
          <code>{id}</code>
        </p>
        <div className="mt-3">
          <Facts>
            <Fact name="At">{at.map((point) => (isHostPoint(point) ? pointWord(point) : point)).join(", ")}</Fact>
            {models === undefined ? null : (
              <Fact name="Models">
                <VisibleText text={models.join(", ")} className="font-mono text-12" />
              </Fact>
            )}
            <Fact name="Looks for">
              {find === undefined ? (
                "nothing: it always applies"
              ) : (
                <VisibleText text={find} className="font-mono text-12 break-all" />
              )}
            </Fact>
            {verdict.decision === "transform" ? (
              <Fact name="Puts in its place">
                <VisibleText text={verdict.replacement} className="font-mono text-12" />
              </Fact>
            ) : null}
            {verdict.decision === "allow" ? null : (
              <Fact name="Reason">
                <code>{verdict.reason}</code>
              </Fact>
            )}
          </Facts>
        </div>
      </div>
    </article>
  );
}

function sentenceOf({ find, verdict }: HostRule): string {
  if (verdict.decision === "allow") return `Warns: ${verdict.warning}`;
  if (verdict.decision === "transform") return `Replaces ${find} before it goes on.`;
  return verdict.message ?? (find === undefined ? "Stops it." : `Stops what holds ${find}.`);
}
