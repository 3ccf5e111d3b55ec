/** The ways from an agent to chosen components of its AgBOM. */
import type { AgbomEdge } from "../core/agbom/graph";

export interface Ways {
  /** Components on a shortest way from the agent to a banned one, those included. */
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

export const wayKey = (from: string | null, to: string): string => JSON.stringify([from, to]);

/** A shortest way from the agent to each; in a circle that nothing leads into, there is none. */
export function waysTo(edges: readonly AgbomEdge[], targets: ReadonlySet<string>): Ways {
  const next = new Map<string | null, string[]>();
  for (const { from, to } of edges) {
    const known = next.get(from);
    if (known === undefined) next.set(from, [to]);
    else known.push(to);
  }
  const cameFrom = new Map<string, string | null>();
  let front: (string | null)[] = [null];
  while (front.length > 0) {
    const reached: string[] = [];
    for (const from of front) {
      for (const to of next.get(from) ?? []) {
        if (cameFrom.has(to)) continue;
        cameFrom.set(to, from);
        reached.push(to);
      }
    }
    front = reached;
  }
  const ways = { nodes: new Set<string>(), edges: new Set<string>() };
  for (const target of targets) {
    let at: string | null = target;
    while (at !== null && cameFrom.has(at)) {
      const from: string | null = cameFrom.get(at) ?? null;
      ways.nodes.add(at);
      ways.edges.add(wayKey(from, at));
      at = from;
    }
    ways.nodes.add(target);
  }
  return ways;
}
