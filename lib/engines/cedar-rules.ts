/** Parses the policies of a bundle: scope, annotations and effect. One bad policy refuses the whole bundle. */
import { type PolicyJson, policyToJson } from "@cedar-policy/cedar-wasm/nodejs";
import { utf8 } from "../core/json/canonical";
import type { BundlePolicy, PolicyBundle } from "../core/policy/bundle";
import { err, ok, type Result } from "../core/result";
import { methodStatus } from "../core/wire/hooks/registry";
import { wrappedMethod } from "../core/wire/hooks/wrapped";
import { type RuleTerms, readAnnotations } from "./cedar-annotations";

export interface CedarRule {
  readonly id: string;
  /** The policy as Cedar parsed it. */
  readonly policy: PolicyJson;
  readonly effect: "permit" | "forbid";
  /** Methods that the policy's scope names; null means any. A step of another method can never satisfy the policy. */
  readonly methods: readonly string[] | null;
  /** Tools that scope and `@tools` leave; null means any, also no tool. */
  readonly tools: readonly string[] | null;
  readonly terms: RuleTerms;
}

export interface RuleRefusal {
  readonly reason: "policy_invalid";
  /** Names policy, line and value. */
  readonly message: string;
}

export function parseRules(bundle: PolicyBundle): Result<readonly CedarRule[], RuleRefusal> {
  const rules: CedarRule[] = [];
  for (const policy of bundle.policies) {
    const rule = parseRule(policy, bundle.groups);
    if (!rule.ok) return rule;
    rules.push(rule.value);
  }
  return ok(rules);
}

function parseRule(policy: BundlePolicy, groups: readonly string[] | undefined): Result<CedarRule, RuleRefusal> {
  const parsed = policyToJson(policy.text);
  if (parsed.type === "failure") {
    const [error] = parsed.errors;
    const start = error?.sourceLocations?.[0]?.start;
    const help = error?.help ? ` (${error.help})` : "";
    return refuse(policy, lineAt(policy.text, start ?? 0), `${error?.message ?? "does not parse"}${help}`);
  }
  const { effect, annotations = {} } = parsed.json;
  const read = readAnnotations({ id: policy.id, effect, annotations, ...(groups ? { groups } : {}) });
  if (!read.ok) {
    const { name, problem } = read.failure;
    return refuse(policy, lineOfAnnotation(policy.text, name), `@${name} ${problem}`);
  }
  const scope = readScope(parsed.json);
  if (!scope.ok) return refuse(policy, lineOf(policy.text, scope.failure.value), scope.failure.problem);
  const tools = intersect(scope.value.tools, read.value.tools);
  return ok({ id: policy.id, policy: parsed.json, effect, methods: scope.value.methods, tools, terms: read.value });
}

interface Scope {
  readonly methods: readonly string[] | null;
  readonly tools: readonly string[] | null;
}

interface ScopeFault {
  readonly value: string;
  readonly problem: string;
}

/** A scope that no step can meet is a mistake that would silently switch a policy off. */
function readScope(policy: PolicyJson): Result<Scope, ScopeFault> {
  const actions = policy.action.op === "All" ? null : entitiesOf(policy.action);
  for (const action of actions ?? []) {
    if (action.type !== "Action") return misfit(action.type, `action must be of type Action, got ${action.type}`);
    if (methodStatus(action.id) === "unknown") {
      return misfit(action.id, `Action::${JSON.stringify(action.id)} is not a method of ACS`);
    }
    const named = wrappedAction(action.id);
    if (named !== null) return misfit(action.id, `${JSON.stringify(action.id)} is judged as ${named}`);
  }
  const principal = typesOf(policy.principal).find((type) => type !== "Agent");
  if (principal !== undefined) return misfit(principal, `principal must be of type Agent, got ${principal}`);
  const resource = typesOf(policy.resource).find((type) => type !== "Tool" && type !== "Session");
  if (resource !== undefined) return misfit(resource, `resource must be of type Tool or Session, got ${resource}`);
  const named = entitiesOf(policy.resource).filter((entity) => entity.type === "Tool");
  return ok({
    methods: actions?.map((action) => action.id) ?? null,
    // without entities there are no hierarchies, so "in" is equality
    tools: named.length > 0 ? named.map((entity) => entity.id) : null,
  });
}

/** A rule that names a wrapped message in another form than steps have would never apply. */
function wrappedAction(id: string): string | null {
  const wrapped = wrappedMethod(id);
  if (wrapped === null || wrapped.protocol !== "MCP") return null;
  if (wrapped.inner === "tools/call") return 'Action::"steps/toolCallRequest" and its answer as "steps/toolCallResult"';
  const action = `protocols/MCP/${wrapped.inner}`;
  return id === action ? null : `Action::${JSON.stringify(action)}`;
}

const misfit = (value: string, problem: string): Result<never, ScopeFault> => err({ value, problem });

interface Entity {
  readonly type: string;
  readonly id: string;
}

type Constraint = PolicyJson["principal"] | PolicyJson["action"] | PolicyJson["resource"];

function entitiesOf(constraint: Constraint): readonly Entity[] {
  if ("entities" in constraint) return constraint.entities.map(plain);
  if ("entity" in constraint) return [plain(constraint.entity)];
  return "in" in constraint && constraint.in && "entity" in constraint.in ? [plain(constraint.in.entity)] : [];
}

function typesOf(constraint: Constraint): readonly string[] {
  const named = entitiesOf(constraint).map((entity) => entity.type);
  return "entity_type" in constraint ? [constraint.entity_type, ...named] : named;
}

const plain = (entity: Entity | { readonly __entity: Entity }): Entity =>
  "__entity" in entity ? entity.__entity : entity;

function intersect(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null) return b;
  return b === null ? a : a.filter((tool) => b.includes(tool));
}

function refuse(policy: BundlePolicy, line: number, problem: string): Result<never, RuleRefusal> {
  return err({ reason: "policy_invalid", message: `policy ${policy.id}, line ${line}: ${problem}` });
}

/** Cedar counts bytes. */
const lineAt = (text: string, offset: number): number =>
  utf8(text)
    .subarray(0, Math.max(0, offset))
    .filter((byte) => byte === 0x0a).length + 1;

const lineOf = (text: string, part: string): number => Math.max(1, text.split(part)[0]?.split("\n").length ?? 1);

function lineOfAnnotation(text: string, name: string): number {
  const place = text
    .split("\n")
    .findIndex((line) => new RegExp(`^\\s*(?:@.*)?@${name}\\b`).test(line.replace(/\/\/.*/, "")));
  return place < 0 ? 1 : place + 1;
}
