/** Structural rules: what a session's own state rules out, whatever policy says (design "Policy", W§17.3). */
import { intentFindings } from "./structural/intent";
import { provenanceFindings } from "./structural/provenance";
import { skillFindings } from "./structural/skills";
import { subagentFindings } from "./structural/subagents";
import { turnFindings } from "./structural/turns";
import type { Finding, RuleInput } from "./types";

/** Pure, O(size of the step). What is only to be recorded comes from `structuralNotes`. */
export function structuralFindings(input: RuleInput): readonly Finding[] {
  return [
    ...intentFindings(input),
    ...turnFindings(input),
    ...subagentFindings(input),
    ...skillFindings(input),
    ...provenanceFindings(input),
  ];
}
