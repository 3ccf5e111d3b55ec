/** Applies the bundle's host rules to one interception point. Time is linear in the target's size. */
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import type { HostRule } from "../wire/agent-hooks";
import { compileFind, type Find, hasMatch, replaceMatches } from "./find";

export interface HostRuleInput {
  readonly point: string;
  readonly target: JsonValue;
  /** `model.id` of the context; null where it has none. */
  readonly modelId: string | null;
}

export interface HostWarning {
  readonly reason: string;
  readonly message?: string;
}

/** An Agent Hooks verdict. */
export type HostRuleVerdict =
  | { readonly decision: "allow"; readonly warnings: readonly HostWarning[] }
  | {
      readonly decision: "deny";
      readonly reason: string;
      readonly message?: string;
      readonly warnings: readonly HostWarning[];
    }
  | {
      readonly decision: "transform";
      readonly reason: string;
      readonly warnings: readonly HostWarning[];
      readonly transform: { readonly path: "$target"; readonly value: JsonValue };
    };

interface Progress {
  readonly target: JsonValue;
  readonly denial: { readonly reason: string; readonly message?: string } | null;
  readonly rewrite: string | null;
  readonly warnings: readonly HostWarning[];
}

/**
 * Deny before transform before allow; of each the first rule that matched speaks, and every other one is a warning. Only
 * strings inside the target are searched and replaced, each on its own. Names of members are searched too; a match that a
 * transform would have to replace there denies, because a renamed member could hide another.
 */
export function applyHostRules(rules: readonly HostRule[], input: HostRuleInput): HostRuleVerdict {
  let progress: Progress = { target: input.target, denial: null, rewrite: null, warnings: [] };
  for (const rule of rules) {
    if (appliesAt(rule, input)) progress = applyRule(rule, progress);
  }
  const { target, denial, rewrite, warnings } = progress;
  if (denial !== null) return { decision: "deny", ...denial, warnings };
  if (rewrite === null) return { decision: "allow", warnings };
  return { decision: "transform", reason: rewrite, warnings, transform: { path: "$target", value: target } };
}

const appliesAt = ({ at, models }: HostRule, { point, modelId }: HostRuleInput): boolean =>
  at.includes(point) && (models === undefined || (modelId !== null && models.includes(modelId)));

function applyRule(rule: HostRule, before: Progress): Progress {
  const find = rule.find === undefined ? null : compileFind(rule.find);
  const { verdict } = rule;
  if (verdict.decision === "transform") {
    return find === null ? before : rewriteBy({ find, ...verdict }, before);
  }
  if (find !== null && !contains(before.target, find)) return before;
  if (verdict.decision === "allow") return warned(before, { reason: rule.id, message: verdict.warning });
  const { reason, message } = verdict;
  const denial = { reason, ...(message === undefined ? {} : { message }) };
  return before.denial === null ? { ...before, denial } : warned(before, denial);
}

function rewriteBy(
  { find, reason, replacement }: { readonly find: Find; readonly reason: string; readonly replacement: string },
  before: Progress,
): Progress {
  if (nameContains(before.target, find)) {
    const denial = { reason, message: "The text to replace stands in the name of a member." };
    return before.denial === null ? { ...before, denial } : warned(before, denial);
  }
  const target = replaceIn(before.target, find, replacement);
  if (target === before.target) return before;
  if (before.rewrite === null) return { ...before, target, rewrite: reason };
  return warned({ ...before, target }, { reason });
}

/** Equal ones once. */
function warned(before: Progress, warning: HostWarning): Progress {
  const isKnown = before.warnings.some((one) => one.reason === warning.reason && one.message === warning.message);
  return isKnown ? before : { ...before, warnings: [...before.warnings, warning] };
}

function contains(value: JsonValue, find: Find): boolean {
  if (typeof value === "string") return hasMatch(value, find);
  if (Array.isArray(value)) return value.some((item: JsonValue) => contains(item, find));
  if (!isJsonObject(value)) return false;
  return Object.keys(value).some((name) => hasMatch(name, find) || contains(value[name] as JsonValue, find));
}

function nameContains(value: JsonValue, find: Find): boolean {
  if (Array.isArray(value)) return value.some((item: JsonValue) => nameContains(item, find));
  if (!isJsonObject(value)) return false;
  return Object.keys(value).some((name) => hasMatch(name, find) || nameContains(value[name] as JsonValue, find));
}

/** The very same value where nothing matched. */
function replaceIn(value: JsonValue, find: Find, replacement: string): JsonValue {
  if (typeof value === "string") return replaceMatches(value, find, replacement) ?? value;
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue) => replaceIn(item, find, replacement));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  return isJsonObject(value) ? replaceInObject(value, find, replacement) : value;
}

function replaceInObject(object: JsonObject, find: Find, replacement: string): JsonObject {
  // without a prototype, so that a member called __proto__ stays a member
  const made: { [member: string]: JsonValue } = Object.create(null);
  let isSame = true;
  for (const name of Object.keys(object)) {
    const value = object[name] as JsonValue;
    const item = replaceIn(value, find, replacement);
    if (item !== value) isSame = false;
    made[name] = item;
  }
  return isSame ? object : made;
}
