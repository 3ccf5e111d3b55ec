/** `guardian-bundle/1`: policies and settings as one immutable text with a digest that every decision names. */
import type { Crypto } from "../crypto";
import { toHex } from "../encoding";
import { fromPlain, fromPlainObject } from "../json/build";
import { canonicalText, utf8 } from "../json/canonical";
import { readJsonText } from "../json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import type { HostRule } from "../wire/agent-hooks";
import { type Check, type Fault, isList, unknownMember } from "./bundle-fault";
import { hostRulesFault } from "./host-rules-fault";
import { paradigmsFault } from "./paradigm-settings";
import type { ParadigmSettings } from "./paradigms";

export interface BundleSettings {
  /** Seconds that people have to decide; a default always exists, and it ends in a denial. */
  readonly ask_timeout_s: number;
  /** Seconds that an approved action may wait for its release. */
  readonly use_within_s: number;
  /** Seconds after which a deferral ends in a denial. */
  readonly defer_timeout_s: number;
}

export interface BundlePolicy {
  readonly id: string;
  /** One Cedar policy, comments included. */
  readonly text: string;
}

export interface PolicyBundle {
  readonly v: "guardian-bundle/1";
  readonly name: string;
  readonly settings: BundleSettings;
  readonly policies: readonly BundlePolicy[];
  /** When given, `@approvers` may name only these groups, so that a typo cannot empty a queue. */
  readonly groups?: readonly string[];
  /** IBAC, FIDES, CaMeL and AARM; what is left out is off. */
  readonly paradigms?: ParadigmSettings;
  /** What Agent Hooks hosts apply themselves, in this order. */
  readonly host_rules?: readonly HostRule[];
}

export interface BundleRefusal {
  readonly reason: "bundle_invalid";
  /** Names field, line and value. */
  readonly message: string;
  readonly field: string;
  /** Line of the bundle text, from 1. */
  readonly line?: number;
}

/** Lowest and highest value of each setting, in seconds. */
const SETTINGS: { readonly [setting in keyof BundleSettings]: readonly [number, number] } = {
  ask_timeout_s: [1, 604_800],
  use_within_s: [1, 86_400],
  defer_timeout_s: [1, 604_800],
};

export const DEFAULT_SETTINGS: BundleSettings = { ask_timeout_s: 900, use_within_s: 300, defer_timeout_s: 300 };

const MEMBERS = ["v", "name", "settings", "policies", "groups", "paradigms", "host_rules"];
const POLICY_ID = /^[a-z0-9][a-z0-9._-]{0,99}$/;
export const GROUP_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** The canonical text: what is stored, and what the digest is over. */
export function bundleText(bundle: PolicyBundle): string {
  const { v, name, settings, groups, paradigms, host_rules } = bundle;
  const policies = bundle.policies.map(({ id, text }) => ({ id, text }));
  return canonicalText({
    v,
    name,
    settings: { ...settings },
    policies,
    ...(groups ? { groups } : {}),
    ...(paradigms ? { paradigms: fromPlainObject(paradigms) } : {}),
    ...(host_rules ? { host_rules: fromPlain(host_rules) } : {}),
  });
}

/** `sha256:` and lowercase hex over the UTF-8 bytes of the text as it is stored. */
export function bundleDigest(crypto: Crypto, text: string): string {
  return `sha256:${toHex(crypto.sha256(utf8(text)))}`;
}

/**
 * Strict: an unknown member, a wrong type or a value out of range refuses the whole bundle. The text of the policies is
 * checked by the engine that reads them.
 */
export function parseBundle(text: string): Result<PolicyBundle, BundleRefusal> {
  const read = readJsonText(text);
  if (!read.ok) return refuse(text, { field: "", problem: `is not readable: ${read.failure.message}` });
  const fault = bundleFault(read.value);
  if (fault) return refuse(text, fault);
  return ok(read.value as unknown as PolicyBundle);
}

function bundleFault(value: JsonValue): Fault | null {
  if (!isJsonObject(value)) return { field: "", problem: "must be an object", value };
  if (value.v !== "guardian-bundle/1") return { field: "v", problem: 'must be "guardian-bundle/1"', value: value.v };
  const unknown = unknownMember(value, MEMBERS);
  if (unknown !== null) return { field: unknown, problem: "is not a member of a bundle", value: value[unknown] };
  if (typeof value.name !== "string" || value.name.trim() === "") {
    return { field: "name", problem: "must be a text that is not empty", value: value.name };
  }
  const fault = settingsFault(value.settings) ?? policiesFault(value.policies) ?? groupsFault(value);
  return fault ?? partFault(value, "paradigms", paradigmsFault) ?? partFault(value, "host_rules", hostRulesFault);
}

const partFault = (bundle: JsonObject, part: string, check: Check): Fault | null =>
  Object.hasOwn(bundle, part) ? check(bundle[part], part) : null;

function settingsFault(value: JsonValue | undefined): Fault | null {
  if (!isJsonObject(value)) return { field: "settings", problem: "must be an object", value };
  const unknown = unknownMember(value, Object.keys(SETTINGS));
  if (unknown !== null) return { field: `settings.${unknown}`, problem: "is not a setting", value: value[unknown] };
  for (const [name, [lowest, highest]] of Object.entries(SETTINGS)) {
    const number = value[name];
    const fits = typeof number === "number" && Number.isInteger(number) && number >= lowest && number <= highest;
    if (!fits) {
      const problem = `must be a whole number of seconds from ${lowest} to ${highest}`;
      return { field: `settings.${name}`, problem, value: number };
    }
  }
  return null;
}

function policiesFault(value: JsonValue | undefined): Fault | null {
  if (!isList(value)) return { field: "policies", problem: "must be a list", value };
  if (value.length === 0) return { field: "policies", problem: "must not be empty", value };
  const seen = new Set<string>();
  for (const [index, policy] of value.entries()) {
    const field = `policies[${index}]`;
    if (!isJsonObject(policy)) return { field, problem: "must be an object", value: policy };
    const unknown = unknownMember(policy, ["id", "text"]);
    if (unknown !== null)
      return { field: `${field}.${unknown}`, problem: "is not a member of a policy", value: policy[unknown] };
    if (typeof policy.id !== "string" || !POLICY_ID.test(policy.id)) {
      return { field: `${field}.id`, problem: "must be lowercase letters, digits, '.', '_' and '-'", value: policy.id };
    }
    if (seen.has(policy.id)) return { field: `${field}.id`, problem: "is used twice", value: policy.id };
    seen.add(policy.id);
    if (typeof policy.text !== "string")
      return { field: `${field}.text`, problem: "must be a text", value: policy.text };
  }
  return null;
}

function groupsFault(bundle: JsonObject): Fault | null {
  if (!Object.hasOwn(bundle, "groups")) return null;
  const value = bundle.groups;
  if (!isList(value)) return { field: "groups", problem: "must be a list", value };
  const odd = value.findIndex((group) => typeof group !== "string" || !GROUP_NAME.test(group));
  if (odd < 0) return null;
  return { field: `groups[${odd}]`, problem: "must be a group name", value: value[odd] };
}

function refuse(text: string, fault: Fault): Result<never, BundleRefusal> {
  const line = lineOf(text, fault);
  const value = fault.value === undefined ? "" : `, got ${short(canonicalText(fault.value))}`;
  const message = `bundle${line === undefined ? "" : `, line ${line}`}: ${fault.field || "text"} ${fault.problem}${value}`;
  return err({ reason: "bundle_invalid", message, field: fault.field, ...(line === undefined ? {} : { line }) });
}

/** Line of the named member: the first place where that name stands as a member; of a missing one, where it is missing. */
function lineOf(text: string, fault: Fault): number | undefined {
  const path = fault.field.split(".").map((part) => part.replace(/\[\d+\]$/, ""));
  const members = [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*:/g)];
  const value = fault.value === undefined ? "" : JSON.stringify(fault.value);
  for (const name of path.filter((part) => part !== "").reverse()) {
    const places = members.filter((match) => match[0].startsWith(JSON.stringify(name)));
    const exact = places.find((match) => textAfter(text, match).startsWith(value));
    const place = exact ?? places[0];
    if (place !== undefined) return text.slice(0, place.index).split("\n").length;
  }
  return undefined;
}

const textAfter = (text: string, match: RegExpExecArray): string =>
  text.slice(match.index + match[0].length).trimStart();

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
