/** The turns that a step stands in, as lines beside it: one for each, the innermost at the right. */
import clsx from "clsx";
import { MAX_LANES } from "@/lib/core/read-models/turn-lanes";

interface TurnLanesProps {
  /** Outermost first. */
  readonly turns: readonly string[];
  /** Where a turn starts or ends, its line does. */
  readonly hook?: string;
}

export function TurnLanes({ turns, hook }: TurnLanesProps) {
  if (turns.length === 0) return <span aria-hidden className="touch:hidden" />;
  const innermost = turns.length - 1;
  const edge = hook === "steps/turnStart" ? "start" : hook === "steps/turnEnd" ? "end" : null;
  return (
    <span className="flex h-full items-stretch gap-0.5 touch:hidden" title={`Turn ${turns.join(" › ")}`}>
      <span className="sr-only">{turns.length === 1 ? "in a turn" : `in turn ${turns.length} deep`}</span>
      {turns.slice(0, MAX_LANES).map((turn, at) => (
        <span
          key={turn}
          aria-hidden
          className={clsx(
            "w-[3px]",
            tone(turn),
            at === innermost && edge === "start" && "mt-[40%] rounded-t-full",
            at === innermost && edge === "end" && "mb-[40%] rounded-b-full",
          )}
        />
      ))}
    </span>
  );
}

/** Two quiet tones in turn, so that neighbouring turns can be told apart. */
function tone(turnId: string): string {
  let sum = 0;
  for (const character of turnId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return sum % 2 === 0 ? "bg-line-strong" : "bg-accent/40";
}
