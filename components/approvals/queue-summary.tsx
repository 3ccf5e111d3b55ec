/** With nothing selected: what waits, what ends next, and how to begin. */
import { RiskBar } from "@/components/domain/risk-bar";
import { Kbd } from "@/components/ui/kbd";
import type { Risk } from "@/lib/core/policy/types";
import type { ApprovalItem } from "@/lib/core/read-models/approvals";
import { Countdown } from "./countdown";

const RISKS: readonly Risk[] = ["critical", "high", "medium", "low"];

export function QueueSummary({ items }: { items: readonly ApprovalItem[] }) {
  if (items.length === 0) return null;
  const first = items.reduce((soonest, item) => (item.expiresAt < soonest.expiresAt ? item : soonest));
  const mine = items.filter((item) => item.whyNot === null).length;
  return (
    <div className="mx-auto flex max-w-[440px] flex-col gap-6 px-6 pt-[14vh]">
      <div>
        <h2 className="text-20 font-semibold">
          {items.length} waiting{mine === items.length ? "" : `, ${mine} yours to decide`}
        </h2>
        <p className="text-13 text-ink-2">
          The next one ends in <Countdown expiresAt={first.expiresAt} />.
        </p>
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1.5 border-y py-3 text-13">
        {RISKS.map((risk) => (
          <div key={risk} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <RiskBar risk={risk} />
            </dt>
            <dd data-tabular>{items.filter((item) => item.risk === risk).length}</dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-2 touch:hidden">
        <Kbd>J</Kbd> opens the first, <Kbd>A</Kbd> approves, <Kbd>D</Kbd> denies, <Kbd>?</Kbd> shows every key.
      </p>
    </div>
  );
}
