/** Turns of rows that name none: a record beside the chain, or an entry of the Guardian's own, within a turn. Pure. */
import type { RowRef, Span, TimelineList } from "./timeline-list";

/** How far from the visible rows a step with a turn is looked for. */
const REACH = 60;

const NONE: readonly string[] = [];

/**
 * The turns, outermost first, that the nearest steps before and after a row have in common. `turnsOf` answers with an
 * empty list for rows that name no turn or are not known yet; rows that name one are not in the result.
 */
export function turnsBetween(
  list: Pick<TimelineList, "count" | "at">,
  span: Span,
  turnsOf: (ref: RowRef) => readonly string[],
): ReadonlyMap<RowRef, readonly string[]> {
  const from = Math.max(0, span.first - REACH);
  const to = Math.min(list.count - 1, span.last + REACH);
  const between = new Map<RowRef, readonly string[]>();
  let before = NONE;
  let open: RowRef[] = [];
  for (let index = from; index <= to; index += 1) {
    const ref = list.at(index);
    const turns = turnsOf(ref);
    if (turns.length === 0) {
      open.push(ref);
      continue;
    }
    const common = shared(before, turns);
    if (common.length > 0) for (const each of open) between.set(each, common);
    before = turns;
    open = [];
  }
  return between;
}

/** One of the two lists itself where it can be, so that rows are not drawn again for an equal one. */
function shared(before: readonly string[], after: readonly string[]): readonly string[] {
  let depth = 0;
  while (depth < before.length && before[depth] === after[depth]) depth += 1;
  if (depth === 0) return NONE;
  return depth === before.length ? before : depth === after.length ? after : before.slice(0, depth);
}
