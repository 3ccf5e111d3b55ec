/** Turns that are open, innermost last, and how many there were. */
import { VisibleText } from "@/components/domain/visible-text";
import { Section } from "@/components/ui/section";
import { formatCount, plural } from "@/lib/console/format";
import type { SessionStory } from "@/lib/core/read-models/session-story";

export const TurnSection = ({ story: { turns, deferrals, compactions } }: { story: SessionStory }) => (
  <Section title="Turns">
    <div className="px-4 pb-5 text-13">
      <p data-tabular>
        {formatCount(turns.started)} started, {formatCount(turns.ended)} ended.{" "}
        <span className="text-ink-2">
          {plural(deferrals, "step")} deferred, {plural(compactions, "compaction")}.
        </span>
      </p>
      {turns.open.length === 0 ? null : (
        <ol className="mt-2 border-b" aria-label="Open turns">
          {turns.open.map((turn, index) => (
            <li key={turn.turnId} className="flex flex-wrap items-baseline gap-x-3 border-t py-1">
              <span className="text-12 text-ink-3">
                {index === turns.open.length - 1 ? "innermost" : `depth ${index + 1}`}
              </span>
              <VisibleText text={turn.turnId} className="font-mono text-12 break-all" />
              <span className="text-12 text-ink-2">
                <VisibleText text={turn.triggeredBy.replaceAll("_", " ")} />, {plural(turn.steps, "step")}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  </Section>
);
