/** The session's provenance summary (ACS §8.3, W§9): grows only, whatever is compacted or archived. */
import { fromPlainObject } from "../json/build";
import type { JsonObject } from "../json/value";
import type { ProvenanceNode, ProvenanceSummary, SessionContext } from "./context";

/** The entry's `provenance_summary`; null while the session has shown no provenance. */
export function provenanceSummary({ summary }: SessionContext): JsonObject | null {
  return summary.entry_count === 0 ? null : fromPlainObject(summary);
}

/** Every node counts once, when the session first sees it. */
export function withNodes(
  summary: ProvenanceSummary,
  nodes: readonly ProvenanceNode[],
  step_id: string,
): ProvenanceSummary {
  if (nodes.length === 0) return summary;
  const origins = new Set(summary.origins_seen);
  const counts: { [origin: string]: number } = { ...summary.entry_count_by_origin };
  const earliest: { [origin: string]: string } = { ...summary.earliest_step_id_by_origin };
  let depth = summary.max_lineage_depth;
  for (const { origin, depth: own } of nodes) {
    origins.add(origin);
    counts[origin] = (counts[origin] ?? 0) + 1;
    earliest[origin] ??= step_id;
    depth = Math.max(depth, own);
  }
  return {
    origins_seen: [...origins],
    entry_count: summary.entry_count + nodes.length,
    entry_count_by_origin: counts,
    earliest_step_id_by_origin: earliest,
    max_lineage_depth: depth,
  };
}
