"use client";
/** Where the session's data came from, as counted in its chain. Grows only, whatever is compacted. */
import { Section } from "@/components/ui/section";
import { formatCount, plural } from "@/lib/console/format";
import { useMounted } from "@/lib/console/use-mounted";
import type { SessionStory } from "@/lib/core/read-models/session-story";
import { StepLink } from "./step-link";

export function SummarySection({ sessionKey, story }: { sessionKey: string; story: SessionStory }) {
  const mounted = useMounted();
  const { summary, firstSeq } = story;
  if (summary === null) {
    return (
      <Section title="Provenance">
        <p className="px-4 pb-5 text-13 text-ink-2">
          No value came with provenance. It is recorded when the agent&apos;s framework sends it with each value.
        </p>
      </Section>
    );
  }
  const counts = summary.origins_seen.map((origin) => ({ origin, count: summary.entry_count_by_origin[origin] ?? 0 }));
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <Section
      title="Provenance"
      description={`${plural(summary.entry_count, "value")} seen, derived up to ${plural(summary.max_lineage_depth, "step")} deep.`}
    >
      <div className="px-4 pb-5">
        <table className="w-full text-13">
          <caption className="sr-only">Values by origin</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Origin</th>
              <th scope="col">Values</th>
              <th scope="col">First seen</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ origin, count }) => (
              <tr key={origin} className="border-t">
                <th scope="row" className="w-px py-1.5 pr-4 text-left font-normal whitespace-nowrap">
                  {origin.replaceAll("_", " ")}
                </th>
                <td className="py-1.5" data-tabular>
                  <span className="flex items-center gap-2">
                    <span
                      aria-hidden
                      className="h-2 rounded-sm bg-accent/50"
                      style={mounted ? { width: `${Math.max(2, (count / most) * 60)}%` } : undefined}
                    />
                    {formatCount(count)}
                  </span>
                </td>
                <td className="w-px py-1.5 pl-4 text-right text-12 whitespace-nowrap">
                  <StepLink sessionKey={sessionKey} seq={firstSeq[origin] ?? null} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
