/** Turn rules (W§12.3): an id opens once at a time, and turns nest only so deep. */
import { depthUnder, isOpen, TURNS_BOUND, turnOf } from "../../session/turns";
import type { Finding, RuleInput } from "../types";
import { denial } from "./denial";

export function turnFindings({ step, payload, metadata, context }: RuleInput): readonly Finding[] {
  const turn = step.method === "steps/turnStart" ? turnOf(payload, metadata) : null;
  if (turn === null) return [];
  if (isOpen(context, turn.turn_id)) return [ALREADY_OPEN];
  return depthUnder(context, turn.parent_turn_id) > TURNS_BOUND ? [TOO_DEEP] : [];
}

const ALREADY_OPEN = denial({
  rule: "turn-open",
  code: "turn_already_open",
  reason: "A turn with this id is open already.",
});

const TOO_DEEP = denial({
  rule: "turn-nesting",
  code: "turn_nesting_exceeded",
  reason: `Turns nest at most ${TURNS_BOUND} deep.`,
});
