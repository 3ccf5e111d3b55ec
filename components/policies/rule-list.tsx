/** The policies of a bundle as rules that a person can read, each with its text. */
import { DispositionBadge } from "@/components/domain/disposition-badge";
import { RiskBar } from "@/components/domain/risk-bar";
import { VisibleText } from "@/components/domain/visible-text";
import { Fact, Facts } from "@/components/ui/facts";
import { formatSeconds, plural } from "@/lib/console/format";
import type { PolicyRule } from "@/lib/core/read-models/admin";
import { CedarText } from "./cedar-text";

export function RuleList({ rules }: { rules: readonly PolicyRule[] }) {
  return (
    <ol className="border-t">
      {rules.map((rule) => (
        <li key={rule.id} id={`policy-${rule.id}`} className="border-b px-4 py-4 last:border-b-0">
          <Rule rule={rule} />
        </li>
      ))}
    </ol>
  );
}

function Rule({ rule }: { rule: PolicyRule }) {
  return (
    <article aria-label={rule.id} className="grid grid-cols-[128px_minmax(0,1fr)] gap-x-4 gap-y-2 touch:grid-cols-1">
      <div className="flex items-start touch:items-center touch:gap-3">
        <DispositionBadge value={rule.disposition} />
      </div>
      <div className="min-w-0">
        <h3 className="text-14 font-medium">
          <VisibleText text={rule.reason ?? sentenceOf(rule)} />
        </h3>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-3">
          <code>{rule.id}</code>
          {rule.risk ? <RiskBar risk={rule.risk} /> : null}
        </p>
        <div className="mt-3">
          <Scope rule={rule} />
        </div>
        <details className="mt-3">
          <summary className="w-fit rounded-sm text-12 text-ink-2 hover:text-ink">Policy text</summary>
          <CedarText text={rule.text} />
        </details>
      </div>
    </article>
  );
}

/** Without a reason of its own, the comment that the policy opens with. */
function sentenceOf(rule: PolicyRule): string {
  const lines = rule.text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  const comment = lines.slice(0, Math.max(0, end)).map((line) => line.replace(/^\/\/\s*/, ""));
  return (
    comment.join(" ") || (rule.effect === "permit" ? "Allows what no rule objects to." : "Objects without a reason.")
  );
}

function Scope({ rule }: { rule: PolicyRule }) {
  return (
    <Facts>
      <Fact name="Applies to">
        {rule.methods === null ? (
          "Every step"
        ) : rule.methods.length > 4 ? (
          <LongList items={rule.methods} />
        ) : (
          <Codes items={rule.methods} />
        )}
      </Fact>
      {rule.tools ? (
        <Fact name="Tools">
          <Codes items={rule.tools} />
        </Fact>
      ) : null}
      {rule.disposition === "ask" ? (
        <Fact name="Who decides">
          {plural(rule.votes ?? 1, "person", "people")} of group <code>{rule.approvers ?? "approvers"}</code>
          {rule.timeoutS === null ? null : `, within ${formatSeconds(rule.timeoutS)}`}
          {rule.useWithinS === null ? null : `; to be used within ${formatSeconds(rule.useWithinS)}`}
        </Fact>
      ) : null}
      {rule.code ? (
        <Fact name="Reason code">
          <code>{rule.code}</code>
        </Fact>
      ) : null}
    </Facts>
  );
}

const Codes = ({ items }: { items: readonly string[] }) => (
  <span className="flex flex-wrap gap-x-3">
    {items.map((item) => (
      <code key={item}>
        <VisibleText text={item} />
      </code>
    ))}
  </span>
);

const LongList = ({ items }: { items: readonly string[] }) => (
  <details>
    <summary className="w-fit rounded-sm hover:text-ink">{items.length} methods</summary>
    <Codes items={items} />
  </details>
);
