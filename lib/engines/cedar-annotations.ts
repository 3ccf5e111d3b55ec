/** Reads the annotations that say what a policy's objection means. Whatever is not understood refuses the bundle. */

import { readJsonText } from "../core/json/read";
import { isJsonObject } from "../core/json/value";
import { GROUP_NAME } from "../core/policy/bundle";
import type { Finding, Modifications } from "../core/policy/types";
import { err, ok, type Result } from "../core/result";
import { parseModifications } from "../core/wire/modifications";

export type RuleDisposition = Finding["disposition"];

/** What a policy's annotations add to its permit or forbid. */
export interface RuleTerms {
  readonly disposition: RuleDisposition;
  readonly reason?: string;
  readonly code?: string;
  readonly risk?: Finding["risk"];
  readonly approvers?: string;
  readonly votes?: number;
  readonly timeout_s?: number;
  readonly use_within_s?: number;
  readonly defer_reason?: Finding["defer_reason"];
  readonly defer_method?: Finding["defer_method"];
  readonly timeout_decision?: Finding["timeout_decision"];
  readonly required_context?: readonly string[];
  readonly modifications?: Modifications;
  /** Tools that the policy is about, by exact name; null means any. */
  readonly tools: readonly string[] | null;
}

export interface AnnotationFault {
  /** Annotation without the at sign. */
  readonly name: string;
  readonly problem: string;
}

export interface AnnotatedPolicy {
  readonly id: string;
  readonly effect: "permit" | "forbid";
  readonly annotations: Readonly<Record<string, string | null>>;
  /** Groups that the bundle declares, or undefined when it declares none. */
  readonly groups?: readonly string[];
}

type Reader = (value: string, policy: AnnotatedPolicy) => Partial<Draft> | string;

interface Draft {
  disposition: RuleDisposition;
  reason: string;
  code: string;
  risk: Finding["risk"];
  approvers: string;
  votes: number;
  timeout_s: number;
  use_within_s: number;
  defer_reason: Finding["defer_reason"];
  defer_method: Finding["defer_method"];
  timeout_decision: Finding["timeout_decision"];
  required_context: readonly string[];
  overrides: Modifications["parameter_overrides"];
  redactions: Modifications["redactions"];
  tools: readonly string[];
}

const oneOf =
  <M extends keyof Draft>(member: M, values: readonly string[]): Reader =>
  (value) =>
    values.includes(value) ? ({ [member]: value } as Partial<Draft>) : `is not one of ${values.join(", ")}`;

const whole =
  <M extends keyof Draft>(member: M, [lowest, highest]: readonly [number, number]): Reader =>
  (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    const fits = number >= lowest && number <= highest;
    return fits ? ({ [member]: number } as Partial<Draft>) : `must be a whole number from ${lowest} to ${highest}`;
  };

/** Every annotation there is. */
const READERS: Readonly<Record<string, Reader>> = {
  id: (value, policy) => (value === policy.id ? {} : `must be the policy's id, ${policy.id}`),
  disposition: oneOf("disposition", ["deny", "ask", "defer", "modify"]),
  approvers: readApprovers,
  votes: whole("votes", [1, 20]),
  reason: (value) =>
    value.trim() === "" || value.length > 1000 ? "must be a text of 1 to 1000 characters" : { reason: value },
  code: (value) =>
    /^[a-z][a-z0-9_]{0,63}$/.test(value) ? { code: value } : "must be lowercase letters, digits and '_'",
  risk: oneOf("risk", ["low", "medium", "high", "critical"]),
  timeout: whole("timeout_s", [1, 604_800]),
  use_within: whole("use_within_s", [1, 86_400]),
  override: readOverride,
  redact: (value) => {
    const redactions = [{ path: value }];
    return value !== "" && parseModifications({ redactions }).ok
      ? { redactions }
      : "must be a JSON pointer into the payload";
  },
  defer_reason: oneOf("defer_reason", [
    "insufficient_context",
    "conflicting_policies",
    "low_confidence",
    "pending_dependency",
  ]),
  defer_method: oneOf("defer_method", ["additional_context", "human_approval", "timeout"]),
  timeout_decision: oneOf("timeout_decision", ["deny", "ask"]),
  required_context: (value) => {
    const wanted = value.split(",").map((name) => name.trim());
    const fits = wanted.every((name) => name !== "" && name.length <= 200);
    return fits ? { required_context: wanted } : "must be short texts joined by commas";
  },
  tools: (value) => {
    const tools = value.split(",").map((name) => name.trim());
    return tools.every((name) => name !== "") ? { tools } : "must be tool names joined by commas";
  },
};

/** Which annotations make sense for which disposition; the others, and `permit`, must not carry them. */
const FITTING: Readonly<Record<string, readonly RuleDisposition[]>> = {
  approvers: ["ask", "defer"],
  votes: ["ask", "defer"],
  timeout: ["ask", "defer"],
  use_within: ["ask", "defer"],
  override: ["modify", "ask"],
  redact: ["modify", "ask"],
  defer_reason: ["defer"],
  defer_method: ["defer"],
  timeout_decision: ["defer"],
  required_context: ["defer"],
};

const ON_PERMITS = ["id", "tools", "reason"];

/** Names the first annotation that is unknown, malformed or out of place. */
export function readAnnotations(policy: AnnotatedPolicy): Result<RuleTerms, AnnotationFault> {
  const draft: Partial<Draft> = {};
  for (const [name, value] of Object.entries(policy.annotations)) {
    const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
    if (!reader) return err({ name, problem: "is not an annotation that policies may carry" });
    if (value === null) return err({ name, problem: "has no value" });
    const read = reader(value, policy);
    if (typeof read === "string") return err({ name, problem: `${JSON.stringify(value)} ${read}` });
    Object.assign(draft, read);
  }
  const misplaced = findMisplaced(policy, draft.disposition ?? "deny");
  if (misplaced) return err(misplaced);
  return terms(draft);
}

function findMisplaced(policy: AnnotatedPolicy, disposition: RuleDisposition): AnnotationFault | null {
  for (const name of Object.keys(policy.annotations)) {
    if (policy.effect === "permit" && !ON_PERMITS.includes(name))
      return { name, problem: "has no meaning on a permit" };
    const fitting = FITTING[name];
    if (policy.effect === "forbid" && fitting && !fitting.includes(disposition)) {
      return { name, problem: `has no meaning with the disposition ${disposition}` };
    }
  }
  return null;
}

function terms(draft: Partial<Draft>): Result<RuleTerms, AnnotationFault> {
  const { overrides, redactions, tools, disposition = "deny", ...rest } = draft;
  const modifications: Modifications | undefined =
    overrides || redactions
      ? { ...(redactions ? { redactions } : {}), ...(overrides ? { parameter_overrides: overrides } : {}) }
      : undefined;
  if (disposition === "modify" && !modifications) {
    return err({ name: "disposition", problem: '"modify" needs @override or @redact' });
  }
  if (
    overrides &&
    redactions &&
    !parseModifications({ redactions: [...redactions], parameter_overrides: overrides }).ok
  ) {
    return err({ name: "redact", problem: "touches an argument that @override sets" });
  }
  return ok({ disposition, ...rest, ...(modifications ? { modifications } : {}), tools: tools ?? null });
}

function readApprovers(value: string, policy: AnnotatedPolicy): Partial<Draft> | string {
  const groups = value.split(",").map((group) => group.trim());
  if (!groups.every((group) => GROUP_NAME.test(group))) return "must be group names joined by commas";
  const declared = policy.groups;
  const unknown = declared && groups.find((group) => group !== "approvers" && !declared.includes(group));
  if (unknown) return `names the group ${unknown}, which the bundle does not declare`;
  return { approvers: [...new Set(groups)].sort().join(",") };
}

function readOverride(value: string): Partial<Draft> | string {
  const read = readJsonText(value);
  if (!read.ok || !isJsonObject(read.value) || Object.keys(read.value).length === 0) {
    return "must be a JSON object from argument to value";
  }
  return { overrides: read.value };
}
