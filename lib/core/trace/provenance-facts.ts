/** Where the data of a step came from, as its trace says it (W§19, W§20): facts only, never trust. */
import { member } from "../json/build";
import { isJsonObject, type JsonObject } from "../json/value";
import type { Origin } from "../session/context";
import { statedIn } from "../session/provenance";
import type { StepRecord } from "./record";
import { cut, LONGEST_LIST } from "./redact";

export interface ProvenanceFact {
  readonly origin: Origin;
  readonly provenance_id?: string;
  readonly source_id?: string;
  readonly lineage_depth?: number;
}

/** Origins of every object as sent, since they are a closed vocabulary; ids and sources only as they may be shown. */
export function provenanceFacts(
  { params, nodes }: Pick<StepRecord, "params" | "nodes">,
  shownPayload: JsonObject,
): readonly ProvenanceFact[] {
  const payload = member(params, "payload");
  if (!isJsonObject(payload)) return [];
  const shown = new Map(statedIn(shownPayload).map((stated) => [stated.provenance_id, stated]));
  const depths = new Map(nodes.map((node) => [node.provenance_id, node.depth]));
  return statedIn(payload).map(({ provenance_id, origin }) => {
    const told = shown.get(provenance_id);
    const depth = depths.get(provenance_id);
    return {
      origin,
      ...(told === undefined ? {} : { provenance_id: cut(told.provenance_id) }),
      ...(told?.source_id === undefined ? {} : { source_id: cut(told.source_id) }),
      ...(depth === undefined ? {} : { lineage_depth: depth }),
    };
  });
}

export interface ProvenanceSummaryFacts {
  readonly origins: readonly Origin[];
  readonly sources: readonly string[];
  readonly depth: number | null;
}

/** The same for a whole step; null where its payload carries none. */
export function provenanceColumns(facts: readonly ProvenanceFact[]): ProvenanceSummaryFacts | null {
  if (facts.length === 0) return null;
  const depths = facts.flatMap((fact) => fact.lineage_depth ?? []);
  return {
    origins: [...new Set(facts.map((fact) => fact.origin))].sort(),
    sources: [...new Set(facts.flatMap((fact) => fact.source_id ?? []))].sort().slice(0, LONGEST_LIST),
    depth: depths.length === 0 ? null : depths.reduce((deepest, depth) => Math.max(deepest, depth), 0),
  };
}
