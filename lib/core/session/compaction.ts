/** Compaction (ACS §8.3, W§12.12): which steps it names, and whether its summary derives from all that they brought. */
import { member } from "../json/build";
import type { JsonObject, JsonValue } from "../json/value";
import type { Knowledge } from "./context";
import { keptProvenanceId } from "./kept";
import type { StatedProvenance } from "./lineage";

const COMPACTED: { readonly [method: string]: string } = {
  "steps/preCompact": "entries_to_compact",
  "steps/postCompact": "entries_compacted",
};

/** The step ids that a compaction names. */
export function compactedSteps(method: string, payload: JsonObject): readonly string[] {
  const named = Object.hasOwn(COMPACTED, method) ? member(payload, COMPACTED[method] as string) : undefined;
  if (!Array.isArray(named)) return [];
  return [...new Set(named.filter((id: JsonValue) => typeof id === "string"))] as readonly string[];
}

/**
 * True when the summary names what every compacted step brought, and nothing that the session never saw. An id is recorded
 * with the step that brought it first, so that a later step may well mention more than its own.
 */
export function isCovered(
  stated: Pick<StatedProvenance, "derived_from"> | null,
  steps: readonly string[],
  { provenance, step_provenance }: Knowledge,
): boolean {
  const sources = new Set(stated?.derived_from ?? []);
  const wanted = steps.flatMap((id) => step_provenance.get(id) ?? []).map(keptProvenanceId);
  return wanted.every((id) => sources.has(id)) && [...sources].every((id) => provenance.has(id));
}
