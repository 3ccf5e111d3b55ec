/** The paradigm rules of a bundle, each pure and on its own; composition joins what they find. */
import { aarmFindings } from "./aarm";
import { camelFindings } from "./camel";
import { fidesFindings } from "./fides";
import { ibacFindings } from "./ibac";
import { traced } from "./traced";
import type { Finding, RuleInput } from "./types";

/** None at a step that calls no tool. O(size of the step), whatever the session has been through. */
export function paradigmFindings(input: RuleInput): readonly Finding[] {
  const { ibac, fides, camel, aarm } = input.paradigms;
  if (!ibac && !fides && !camel && !aarm) return [];
  const call = traced(input);
  if (call === null) return [];
  return [
    ...ibacFindings(input, call),
    ...fidesFindings(input, call),
    ...camelFindings(input, call),
    ...aarmFindings(input, call),
  ];
}
