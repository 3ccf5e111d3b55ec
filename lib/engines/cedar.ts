/**
 * Policy in Cedar. `permit` is the base permission; a `forbid` objects, and its annotations say what the objection means:
 *
 *   @disposition  deny (default), ask, defer or modify
 *   @approvers @votes @timeout @use_within      who decides, how many, seconds to decide, seconds to use it
 *   @reason @code @risk                         what people and agents are told
 *   @defer_reason @required_context("a,b")      defer: why, and what would help
 *   @defer_method @timeout_decision             defer: human_approval (default), additional_context or timeout; then deny or ask
 *   @override("{\"amount\":500}") @redact("/arguments/x/value")      edits, with modify or ask
 *   @tools("a,b")                               the policy is about these tools only, by exact name
 *
 * A step is Agent::"<agent_id>", Action::"<method>" (a wrapped MCP tools/call and its answer are
 * Action::"steps/toolCallRequest" and "steps/toolCallResult", other wrapped messages Action::"protocols/MCP/<mcp-method>"),
 * Tool::"<name>" (Session::"<session_id>" without a tool) and a context:
 * tool, provider, version, server, capability, operation, raw_command, user_id, environment where the step has them; always
 * method, agent_id, session_id, text, args, numbers (numeric arguments as decimal), tool_is_plain, tool_names_change,
 * runs_command, shell_signs, about (what a step without a tool is about: memory_scope, skill_id, source_name, ...). JSON null is Null::"null".
 */
import { statefulIsAuthorized } from "@cedar-policy/cedar-wasm/nodejs";
import { nobleCrypto } from "../core/crypto-noble";
import { type BundleSettings, bundleDigest, DEFAULT_SETTINGS, parseBundle } from "../core/policy/bundle";
import type { ParadigmSettings } from "../core/policy/paradigms";
import type { EngineResult, Finding, PolicyStep } from "../core/policy/types";
import { err, ok, type Result } from "../core/result";
import { visibleText } from "../core/text/visible";
import type { HostRule } from "../core/wire/agent-hooks";
import type { Engine, LoadedBundle, PolicyRow } from "../guardian/ports";
import { actionOf, type CedarRequest, cedarRequest, type InputFault } from "./cedar-input";
import { type CedarRule, parseRules } from "./cedar-rules";
import { Slices } from "./cedar-slices";
import { keepWasmCallsApart } from "./wasm-calls";

keepWasmCallsApart();

/** Bundles that stay pre-parsed; older ones are parsed again when they are asked once more. */
const KEPT = 16;

interface Compiled {
  readonly rules: ReadonlyMap<string, CedarRule>;
  readonly slices: Slices;
  readonly settings: BundleSettings;
  readonly paradigms: ParadigmSettings;
  readonly hostRules: readonly HostRule[];
}

/** Loads bundles strictly and evaluates steps synchronously. Never throws on a step: what fails is a DENY finding. */
export function cedarEngine(): Engine {
  const compiled = new Map<string, Compiled>();
  const keep = (digest: string, entry: Compiled): void => {
    compiled.delete(digest);
    compiled.set(digest, entry);
    for (const [oldest, { slices }] of compiled) {
      if (compiled.size <= KEPT) break;
      compiled.delete(oldest);
      slices.release();
    }
  };
  return {
    load(row: PolicyRow): Result<LoadedBundle, { readonly reason: string; readonly message: string }> {
      const known = compiled.get(row.digest);
      const entry = known ? ok(known) : compile(row);
      if (!entry.ok) return entry;
      keep(row.digest, entry.value);
      const { digest, epoch, bans } = row;
      const { paradigms, hostRules } = entry.value;
      const bundle = { digest, epoch, bans, paradigms, hostRules };
      return ok({ ...bundle, evaluate: (step: PolicyStep) => evaluate(entry.value, step) });
    },
  };
}

function compile({
  digest,
  content,
}: PolicyRow): Result<Compiled, { readonly reason: string; readonly message: string }> {
  if (bundleDigest(nobleCrypto, content) !== digest) {
    return err({ reason: "bundle_digest_mismatch", message: "the stored bundle is not the one that its digest names" });
  }
  const bundle = parseBundle(content);
  if (!bundle.ok) return bundle;
  const rules = parseRules(bundle.value);
  if (!rules.ok) return rules;
  const settings = { ...DEFAULT_SETTINGS, ...bundle.value.settings };
  const paradigms = bundle.value.paradigms ?? {};
  const hostRules = bundle.value.host_rules ?? [];
  const byId = new Map(rules.value.map((rule) => [rule.id, rule]));
  return ok({ rules: byId, slices: new Slices(rules.value), settings, paradigms, hostRules });
}

function evaluate(compiled: Compiled, step: PolicyStep): EngineResult {
  const request = cedarRequest(step);
  if (!request.ok) return refused(inputFinding(request.failure));
  try {
    const answer = ask(compiled.slices.for(actionOf(step), step.tool?.name), request.value);
    const rules = answer.satisfied.flatMap((id) => compiled.rules.get(id) ?? []);
    const objections = rules.filter((rule) => rule.effect === "forbid");
    const permits = rules.filter((rule) => rule.effect === "permit").map((rule) => rule.id);
    return {
      findings: [...answer.errors.map(errorFinding), ...objections.map((rule) => ruleFinding(rule, compiled.settings))],
      permitted: permits.length > 0,
      permits: permits.sort(),
    };
  } catch (error) {
    return refused(failureFinding(error));
  }
}

const refused = (finding: Finding): EngineResult => ({ findings: [finding], permitted: false, permits: [] });

interface Answer {
  /** Ids of the rules whose scope and conditions hold. */
  readonly satisfied: readonly string[];
  readonly errors: readonly { readonly policyId: string; readonly message: string }[];
}

/** Throws when Cedar cannot take the call at all. */
function ask(set: string | null, request: CedarRequest): Answer {
  if (set === null) return { satisfied: [], errors: [] };
  const { principal, action, resource } = request;
  const answer = statefulIsAuthorized({
    principal,
    action,
    resource,
    context: request.context as Parameters<typeof statefulIsAuthorized>[0]["context"],
    preparsedPolicySetId: set,
    entities: [],
  });
  if (answer.type === "failure") throw new Error(answer.errors.map((error) => error.message).join("; "));
  const { reason, errors } = answer.response.diagnostics;
  return { satisfied: reason, errors: errors.map(({ policyId, error }) => ({ policyId, message: error.message })) };
}

function ruleFinding(rule: CedarRule, settings: BundleSettings): Finding {
  const { terms } = rule;
  const lifted = terms.disposition === "ask" || terms.disposition === "defer";
  const timeout = terms.disposition === "defer" ? settings.defer_timeout_s : settings.ask_timeout_s;
  return {
    rule_id: rule.id,
    disposition: terms.disposition,
    paradigm: "cedar",
    reason: terms.reason ?? `Policy ${rule.id} objects.`,
    ...(terms.code === undefined ? {} : { reason_code: terms.code }),
    ...(terms.risk === undefined && !lifted ? {} : { risk: terms.risk ?? "medium" }),
    ...(terms.modifications === undefined ? {} : { modifications: terms.modifications }),
    ...(lifted
      ? {
          approvers: terms.approvers ?? "approvers",
          votes: terms.votes ?? 1,
          timeout_s: terms.timeout_s ?? timeout,
          use_within_s: terms.use_within_s ?? settings.use_within_s,
        }
      : {}),
    ...(terms.disposition === "defer" ? deferral(terms) : {}),
  };
}

const deferral = (terms: CedarRule["terms"]): Partial<Finding> => ({
  defer_reason: terms.defer_reason ?? "insufficient_context",
  ...(terms.defer_method === undefined ? {} : { defer_method: terms.defer_method }),
  ...(terms.timeout_decision === undefined ? {} : { timeout_decision: terms.timeout_decision }),
  ...(terms.required_context === undefined ? {} : { required_context: terms.required_context }),
});

/** A rule that fails decides nothing, so nothing may run past it. */
const errorFinding = ({ policyId, message }: Answer["errors"][number]): Finding =>
  denial(policyId, "policy_error", `Policy ${policyId} failed on this step: ${short(message)}.`);

const inputFinding = (fault: InputFault): Finding =>
  denial("policy-input", fault.reason_code, `The argument at ${short(fault.path)} ${fault.problem}.`);

const failureFinding = (error: unknown): Finding =>
  denial("policy-engine", "evaluation_failed", `Policy could not be evaluated: ${short(String(error))}.`);

const denial = (rule_id: string, reason_code: string, reason: string): Finding => ({
  rule_id,
  disposition: "deny",
  paradigm: "cedar",
  reason,
  reason_code,
});

/** Cedar quotes agent text in some messages. */
function short(text: string): string {
  const shown = visibleText(text);
  return shown.length > 300 ? `${shown.slice(0, 300)}…` : shown;
}
