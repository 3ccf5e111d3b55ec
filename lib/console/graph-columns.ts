/** Places without a layout engine: one column for each step away from where a graph begins. */

export const NODE_WIDTH = 208;
export const NODE_HEIGHT = 40;
const COLUMN = NODE_WIDTH + 72;
const ROW = NODE_HEIGHT + 10;

export interface Shape {
  readonly nodes: readonly { readonly id: string }[];
  readonly edges: readonly { readonly id: string; readonly from: string; readonly to: string }[];
}

export type Places = ReadonlyMap<string, { readonly x: number; readonly y: number }>;

/** What nothing leads to stands at the left; a circle that nothing leads into stands in the first column after it. */
export function columnsOf({ nodes, edges }: Shape): Places {
  const depth = depths({ nodes, edges });
  const rows = new Map<number, number>();
  return new Map(
    nodes.map(({ id }) => {
      const column = depth.get(id) ?? 1;
      const row = rows.get(column) ?? 0;
      rows.set(column, row + 1);
      return [id, { x: column * COLUMN, y: row * ROW }] as const;
    }),
  );
}

function depths({ nodes, edges }: Shape): ReadonlyMap<string, number> {
  const next = new Map<string, string[]>();
  const reachedFrom = new Set(edges.filter(({ from, to }) => from !== to).map(({ to }) => to));
  for (const { from, to } of edges) {
    const known = next.get(from);
    if (known === undefined) next.set(from, [to]);
    else known.push(to);
  }
  let front = nodes.map(({ id }) => id).filter((id) => !reachedFrom.has(id));
  const depth = new Map(front.map((id) => [id, 0]));
  for (let level = 1; front.length > 0; level += 1) {
    const reached: string[] = [];
    for (const to of front.flatMap((id) => next.get(id) ?? [])) {
      if (depth.has(to)) continue;
      depth.set(to, level);
      reached.push(to);
    }
    front = reached;
  }
  return depth;
}
