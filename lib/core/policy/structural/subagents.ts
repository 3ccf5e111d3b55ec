/** Subagent derivation (W§12.13): a child never gets more than its parent has, and a child's session starts once. */
import { memberAt } from "../../json/build";
import { childIntentIn, effectiveCapabilities, intentOf, isStrict, isWithin } from "../../session/intent";
import { childId, derivationOf, subagentOf, subagentsAreFull } from "../../session/subagents";
import { foldUuid } from "../../wire/shapes";
import type { Finding, RuleInput } from "../types";
import { denial } from "./denial";
import { TOO_LARGE } from "./intent";

export function subagentFindings(input: RuleInput): readonly Finding[] {
  if (input.step.method !== "steps/subagentStart") return [];
  return [...identityFindings(input), ...derivationFindings(input)];
}

function identityFindings({ step, payload, context }: RuleInput): readonly Finding[] {
  const child = childId(payload);
  const own = foldUuid(step.session_id);
  const parent = memberAt(payload, "parent_session_id");
  if (typeof parent === "string" && foldUuid(parent) !== own) return [FOREIGN_PARENT];
  if (child === own || subagentOf(context, child)) return [REPEATED];
  return subagentsAreFull(context) ? [TOO_MANY] : [];
}

function derivationFindings({ payload, context, request_id }: RuleInput): readonly Finding[] {
  const given = childIntentIn(payload);
  const own = given === null ? null : intentOf(given, request_id);
  if (given !== null && own === null) return [TOO_LARGE];
  const { intent } = context;
  if (derivationOf(payload) === "fresh") return isStrict(intent) ? [FRESH_IN_STRICT] : [];
  return isWithin(own?.parsed, effectiveCapabilities(intent)) ? [] : [EXCEEDS];
}

const FOREIGN_PARENT = denial({
  rule: "subagent-parent",
  code: "subagent_parent_mismatch",
  reason: "The subagent names another session as its parent than the one that reports it.",
});

const REPEATED = denial({
  rule: "subagent-once",
  code: "subagent_already_started",
  reason: "A subagent with this session id was started before.",
});

const TOO_MANY = denial({
  rule: "subagent-bound",
  code: "subagent_bound_exceeded",
  reason: "Too many subagents of this session are running.",
});

const FRESH_IN_STRICT = denial({
  rule: "subagent-derivation",
  code: "subagent_intent_exceeds_parent",
  reason: "The session's Intent is strict, so a subagent cannot start with a fresh one.",
});

const EXCEEDS = denial({
  rule: "subagent-derivation",
  code: "subagent_intent_exceeds_parent",
  reason: "The subagent's Intent reaches beyond its parent's.",
});
