/** Which turns a step stands in, from the (turn, parent) pairs of the steps around it. */

/** Deeper nesting is drawn at this depth. */
export const MAX_LANES = 6;

export interface InTurn {
  readonly turnId: string | null;
  readonly parentTurnId: string | null;
}

/** Parents by turn; the first one named stands. */
export function parentsOf(steps: Iterable<InTurn>): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const { turnId, parentTurnId } of steps) {
    if (turnId !== null && parentTurnId !== null && !parents.has(turnId)) parents.set(turnId, parentTurnId);
  }
  return parents;
}

/** Outermost first; a circle ends where it begins. */
export function lanesOf(turnId: string | null, parents: ReadonlyMap<string, string>): readonly string[] {
  const lanes: string[] = [];
  for (let turn: string | undefined = turnId ?? undefined; turn !== undefined && lanes.length < MAX_LANES; ) {
    if (lanes.includes(turn)) break;
    lanes.unshift(turn);
    turn = parents.get(turn);
  }
  return lanes;
}
