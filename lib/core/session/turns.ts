/** Turns of a session (W§12.3, W§12.18): a stack, innermost last. */
import { member } from "../json/build";
import type { JsonObject } from "../json/value";
import type { OpenTurn, SessionContext } from "./context";
import { keptText } from "./kept";

export const TURNS_BOUND = 32;

/** The turn that a turnStart opens, null where it names none. */
export function turnOf(payload: JsonObject, metadata: JsonObject): OpenTurn | null {
  const id = member(payload, "turn_id");
  if (typeof id !== "string") return null;
  const parent = member(payload, "parent_turn_id") ?? member(metadata, "parent_turn_id");
  const trigger = member(payload, "triggered_by");
  return {
    turn_id: keptText(id),
    ...(typeof parent === "string" ? { parent_turn_id: keptText(parent) } : {}),
    triggered_by: keptText(typeof trigger === "string" ? trigger : "", 32),
    steps: 0,
  };
}

/** The id in `metadata.turn_id` as it is kept. */
export function namedTurn(metadata: JsonObject): string | null {
  const id = member(metadata, "turn_id");
  return typeof id === "string" ? keptText(id) : null;
}

export const isOpen = (context: SessionContext, turn_id: string): boolean =>
  context.turns.some((turn) => turn.turn_id === turn_id);

/** How deep a turn with that parent would stand; 1 without an open parent. */
export function depthUnder({ turns }: SessionContext, parent: string | undefined): number {
  const parents = new Map(turns.map((turn) => [turn.turn_id, turn.parent_turn_id]));
  let depth = 1;
  for (let id = parent; id !== undefined && parents.has(id) && depth <= TURNS_BOUND; id = parents.get(id)) depth += 1;
  return depth;
}

/**
 * After a turnStart. Turns whose end was never reported must not close a session for good, so that the oldest one that the
 * new turn does not stand in gives way where there is no room.
 */
export function withTurn(context: SessionContext, turn: OpenTurn): readonly OpenTurn[] {
  const { turns } = context;
  if (isOpen(context, turn.turn_id)) return turns;
  if (turns.length < TURNS_BOUND) return [...turns, turn];
  const above = ancestors(turns, turn.parent_turn_id);
  const oldest = turns.findIndex(({ turn_id }) => !above.has(turn_id));
  return oldest < 0 ? turns : [...turns.filter((_, index) => index !== oldest), turn];
}

function ancestors(turns: readonly OpenTurn[], parent: string | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  for (let id = parent; id !== undefined && !found.has(id); ) {
    const at: string = id;
    const turn = turns.find(({ turn_id }) => turn_id === at);
    if (turn) found.add(at);
    id = turn?.parent_turn_id;
  }
  return found;
}

/** After a turnEnd: the turn and whatever was still open inside it are over. */
export function withoutTurn({ turns }: SessionContext, turn_id: string): readonly OpenTurn[] {
  const at = turns.findIndex((turn) => turn.turn_id === turn_id);
  return at < 0 ? turns : turns.slice(0, at);
}

/** Counts a step into the turn that it names, or the innermost one. */
export function withStep(turns: readonly OpenTurn[], turn_id: string | null): readonly OpenTurn[] {
  const at = turn_id === null ? turns.length - 1 : turns.findIndex((turn) => turn.turn_id === turn_id);
  return turns.map((turn, index) => (index === at ? { ...turn, steps: turn.steps + 1 } : turn));
}
