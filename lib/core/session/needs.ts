/** What the decision on a step needs from the store, read off the step alone. */
import { usesOf } from "../agbom/uses";
import { memberAt } from "../json/build";
import type { JsonObject } from "../json/value";
import { compactedSteps } from "./compaction";
import type { Needs } from "./context";
import { keptText } from "./kept";
import { statedIn } from "./provenance";
import { LOAD_PATH_BOUND, loadPath } from "./skills";

export function needsOf(method: string, payload: JsonObject, metadata: JsonObject): Needs {
  const ids = statedIn(payload).flatMap((stated) => [stated.provenance_id, ...stated.derived_from]);
  const skill = method === "steps/skillLoad" ? memberAt(payload, "skill_id") : undefined;
  const skills =
    typeof skill === "string" ? [skill, ...loadPath(payload).slice(0, LOAD_PATH_BOUND)].map((id) => keptText(id)) : [];
  return {
    provenance_ids: [...new Set(ids)],
    compacted_steps: compactedSteps(method, payload),
    skill_id: skills[0] ?? null,
    skill_ids: [...new Set(skills)],
    uses: usesOf(method, payload, metadata),
  };
}
