/** What each of the host's guards said, before people or the composition changed it. */
import { VisibleText } from "@/components/domain/visible-text";
import { plural } from "@/lib/console/format";
import type { HostRecord } from "@/lib/core/agent-hooks/record";
import { VerdictBadge } from "./verdict-badge";

export function GuardVerdicts({ record }: { record: HostRecord }) {
  const { verdicts = [], interceptors_registered: registered, decided_by: decider } = record;
  return (
    <section aria-label="Verdicts of the guards" className="mt-4">
      <h4 className="text-12 text-ink-3">
        {registered === 0 ? "No guard was registered" : `${plural(registered, "guard")} registered`}
      </h4>
      {verdicts.length === 0 ? null : (
        <ol className="mt-1 border-t text-13">
          {verdicts.map(({ index, decision, reason, name }) => (
            <li key={index} className="grid grid-cols-[24px_minmax(0,1fr)_auto] items-baseline gap-x-2 border-b py-1">
              <span className="text-12 text-ink-3" data-tabular>
                {index}
              </span>
              <span className="min-w-0">
                <VisibleText text={name ?? "unnamed"} className="font-mono text-12" />
                {index === decider ? <span className="ml-2 text-12 text-ink-2">decided</span> : null}
                {reason === undefined ? null : (
                  <VisibleText text={reason} className="block font-mono text-12 text-ink-2 break-words" />
                )}
              </span>
              <VerdictBadge value={decision} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
