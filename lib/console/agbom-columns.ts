/** Places without a layout engine: one column for each step away from the agent. */
import type { Picture } from "./agbom-picture";

export const NODE_WIDTH = 208;
export const NODE_HEIGHT = 40;
const COLUMN = NODE_WIDTH + 72;
const ROW = NODE_HEIGHT + 10;

export type Places = ReadonlyMap<string, { readonly x: number; readonly y: number }>;

/** The agent at the left in the middle; what nothing leads to stands in the first column after it. */
export function columnsOf({ nodes, edges }: Picture): Places {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const known = next.get(from);
    if (known === undefined) next.set(from, [to]);
    else known.push(to);
  }
  const depth = new Map<string, number>();
  let front = nodes.filter((node) => node.kind === "agent").map((node) => node.id);
  for (const id of front) depth.set(id, 0);
  for (let level = 1; front.length > 0; level += 1) {
    const reached: string[] = [];
    for (const to of front.flatMap((id) => next.get(id) ?? [])) {
      if (depth.has(to)) continue;
      depth.set(to, level);
      reached.push(to);
    }
    front = reached;
  }
  const rows = new Map<number, number>();
  const tallest = Math.max(1, ...countBy(nodes.map(({ id }) => depth.get(id) ?? 1)).values());
  return new Map(
    nodes.map(({ id, kind }) => {
      const column = depth.get(id) ?? 1;
      const row = rows.get(column) ?? 0;
      rows.set(column, row + 1);
      return [id, { x: column * COLUMN, y: (kind === "agent" ? (tallest - 1) / 2 : row) * ROW }] as const;
    }),
  );
}

function countBy(values: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
