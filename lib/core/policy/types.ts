/** What a rule says about a step, before composition (design: independent rules, the strictest disposition wins). */
import type { JsonObject, JsonValue } from "../json/value";
import type { Capability, Knowledge, SessionContext } from "../session/context";
import type { ParadigmSettings } from "./paradigms";

export type Disposition = "allow" | "deny" | "modify" | "ask" | "defer";
export type Risk = "low" | "medium" | "high" | "critical";

export type DeferMethod = "additional_context" | "human_approval" | "timeout";

/** ACS §6.3. `modified_content` excludes the other two. */
export interface Modifications {
  readonly modified_content?: string;
  readonly redactions?: readonly { readonly path: string; readonly replacement?: string }[];
  readonly parameter_overrides?: { readonly [argument: string]: JsonValue };
}

/** One rule that fired. Never `allow`: permission is what is left when nothing objects. */
export interface Finding {
  readonly rule_id: string;
  readonly disposition: Exclude<Disposition, "allow">;
  /** cedar, structural, bans, ... : the key under which `policy_data` reports it. */
  readonly paradigm: string;
  readonly reason: string;
  readonly reason_code?: string;
  /** Further codes: other spellings of the same thing, and details. */
  readonly more_codes?: readonly string[];
  readonly risk?: Risk;
  /** ask and defer: the group that may decide, how many distinct people, and the times in seconds. */
  readonly approvers?: string;
  readonly votes?: number;
  readonly timeout_s?: number;
  readonly use_within_s?: number;
  readonly modifications?: Modifications;
  /** defer only (ACS §6, defer_details). */
  readonly defer_reason?: "insufficient_context" | "conflicting_policies" | "low_confidence" | "pending_dependency";
  /** Default human_approval. */
  readonly defer_method?: DeferMethod;
  /** What the step becomes when the time is up. Default deny. */
  readonly timeout_decision?: "deny" | "ask";
  /** What the agent would have to bring. */
  readonly required_context?: readonly string[];
  /** W§3: what the rule rests on. */
  readonly cited_provenance_ids?: readonly string[];
  /** Members of `policy_data[paradigm]` beside its rules. */
  readonly data?: JsonObject;
  /** ask only: what a person would add to the Intent by approving (W§6). */
  readonly intent_extension?: IntentExtension;
}

export interface IntentExtension {
  readonly capabilities: readonly Capability[];
  readonly scope: "this_request" | "session";
}

/** What every rule that looks beyond the step itself is given. Rules are pure. */
export interface RuleInput {
  readonly step: PolicyStep;
  readonly request_id: string;
  readonly payload: JsonObject;
  readonly metadata: JsonObject;
  readonly context: SessionContext;
  readonly knowledge: Knowledge;
  readonly paradigms: ParadigmSettings;
  /** Database clock, ms. */
  readonly now: number;
}

/** The step as policy sees it. Values are the agent's own; nothing here is trusted. */
export interface PolicyStep {
  readonly method: string;
  /** What policies call the step where that is not its method: a wrapped `tools/call` is the tool hook it stands for. */
  readonly action?: string;
  /** Wrapped MCP: `metadata.mcp_server_id`, where the message names its server. */
  readonly server?: string;
  readonly agent_id: string;
  readonly session_id: string;
  readonly user_id?: string;
  readonly environment?: string;
  readonly tool?: { readonly name: string; readonly provider?: string; readonly version?: string };
  readonly capability?: string;
  readonly operation?: string;
  readonly raw_command?: string;
  /** toolCallRequest: argument name to bare value (the wire's `{value}` unwrapped). */
  readonly arguments?: { readonly [name: string]: JsonValue };
  /** What the step is about where it calls no tool (lib/core/policy/about.ts). */
  readonly about?: { readonly [fact: string]: string };
  /** Text that the step carries beside arguments (content, results, summaries, outputs), for rules on text. */
  readonly text?: readonly string[];
}

/** What an engine returns: every rule that fired, and whether anything permits the step at all. */
export interface EngineResult {
  readonly findings: readonly Finding[];
  readonly permitted: boolean;
  /** rule ids of the permits that applied, for `policy_references`. */
  readonly permits: readonly string[];
}
