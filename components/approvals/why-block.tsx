/** Why this came to a person, and why to this one: rules with their reasons, who may decide. */

import { actorWords } from "@/components/domain/approval-state";
import { DispositionBadge } from "@/components/domain/disposition-badge";
import { Segments } from "@/components/domain/segments";
import { Fact, Facts } from "@/components/ui/facts";
import { plural } from "@/lib/console/format";
import type { ViewModel } from "@/lib/console/served-view";
import type { ApprovalDetail } from "@/lib/core/read-models/approvals";
import { Block } from "./block";
import { Waiting } from "./waiting";

export function WhyBlock({ view, detail }: { view: ViewModel; detail: ApprovalDetail }) {
  return (
    <Block title="Why you">
      <ul className="border-b">
        {view.policy.rules.map((rule) => (
          <li key={`${rule.rule_id}:${rule.disposition}`} className="border-t py-2">
            <div className="flex flex-wrap items-center gap-x-3">
              <DispositionBadge value={rule.disposition} />
              <span className="font-medium">{rule.reason}</span>
            </div>
            <div className="flex flex-wrap gap-x-3 text-12 text-ink-3">
              <span>
                rule <code className="text-ink-2">{rule.rule_id}</code>
              </span>
              <span>{rule.paradigm}</span>
              {rule.reason_code ? <code className="text-ink-2">{rule.reason_code}</code> : null}
            </div>
          </li>
        ))}
      </ul>
      <Waiting detail={detail} />
      <div className="mt-3">
        <Facts>
          <Fact name="May decide">
            <Deciders view={view} detail={detail} />
          </Fact>
          <Fact name="Acts for">
            {view.who.user_id === null ? (
              <span className="text-ink-2">nobody named</span>
            ) : (
              <Segments parts={view.who.user_id.segments} className="font-mono" />
            )}
          </Fact>
        </Facts>
      </div>
    </Block>
  );
}

function Deciders({ view, detail }: { view: ViewModel; detail: ApprovalDetail }) {
  const names = detail.eligible.map(actorWords);
  const votes = view.decide.votes_required;
  return (
    <>
      <span>
        {view.decide.approvers.join(" and ")}
        {votes > 1 ? `, ${votes} different people` : ""}
      </span>
      <span className="block text-12 text-ink-3">
        {names.length === 0
          ? "Nobody has this role and group now."
          : `${plural(names.length, "account")}: ${listed(names)}`}
      </span>
    </>
  );
}

const listed = (names: readonly string[]): string =>
  names.length <= 6 ? names.join(", ") : `${names.slice(0, 6).join(", ")} and ${names.length - 6} more`;
