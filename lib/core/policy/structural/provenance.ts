/** Provenance ids are unique in a session (W§9): one that comes back for something else would relabel data. */
import { graphOf } from "../../session/provenance";
import type { Finding, RuleInput } from "../types";
import { denial } from "./denial";

const CITED = 64;

export function provenanceFindings({ payload, request_id, knowledge }: RuleInput): readonly Finding[] {
  const { conflicts } = graphOf({ payload, step_id: request_id, knowledge });
  if (conflicts.length === 0) return [];
  return [{ ...CONFLICT, cited_provenance_ids: conflicts.slice(0, CITED) }];
}

const CONFLICT = denial({
  rule: "provenance-identity",
  code: "provenance_conflict",
  reason: "A provenance id is used again for data of another origin, source or lineage.",
});
