/** Intent immutability (ACS §8.4, W§17.3): the first step that carries an Intent fixes it. */
import { carriedIntent, effectiveCapabilities, intentDigest, intentOf, isWithin } from "../../session/intent";
import type { Finding, RuleInput } from "../types";
import { denial } from "./denial";

const CARRIERS: readonly string[] = ["steps/sessionStart", "steps/agentTrigger"];

export function intentFindings({ step, payload, context, request_id }: RuleInput): readonly Finding[] {
  const sent = CARRIERS.includes(step.method) ? carriedIntent(payload) : null;
  if (sent === null) return [];
  const { intent } = context;
  if (intent === null || intent.digest === "") {
    const state = intentOf(sent, request_id);
    if (state === null) return [TOO_LARGE];
    return isWithin(state.parsed, effectiveCapabilities(intent)) ? [] : [BEYOND_PARENT];
  }
  return intentDigest(sent) === intent.digest ? [] : [MISMATCH];
}

export const TOO_LARGE: Finding = denial({
  rule: "intent-size",
  code: "intent_too_large",
  reason: "The Intent names more capabilities than a session keeps, or something that is no capability.",
});

const MISMATCH = denial({
  rule: "intent-immutability",
  code: "intent_mismatch",
  reason: "The Intent was sent again and differs from the one that was fixed. Only a person can extend it.",
});

const BEYOND_PARENT = denial({
  rule: "intent-derivation",
  code: "subagent_intent_exceeds_parent",
  reason: "The Intent reaches beyond the one that this session inherited from its parent.",
});
