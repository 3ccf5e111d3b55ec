/**
 * A conformance vector (§13.2): the published format, and what ours say beyond it: further turns, answers that never come,
 * a required posture, modes by point, consultations, and counts of records. Marked "ours" where it goes beyond.
 */
import type { JsonObject, JsonValue } from "../../core/json/value";
import type { Capability } from "../hook-session";
import type { Composition, InterceptionPoint, Mode, ToolSeamHostError } from "../types";

export interface Vector {
  readonly id: string;
  readonly title: string;
  readonly spec_clause: string;
  readonly part?: string;
  readonly mode?: Mode | { readonly [point in InterceptionPoint]?: Mode };
  readonly capabilities?: readonly (Capability | "buffered_output")[];
  /** Ours: says something only about a host of this posture. */
  readonly posture?: ToolSeamHostError;
  readonly composition?: Composition;
  readonly identity_provider?: "jcs-sha256" | "ctk-fault" | null;
  /** Paths from `$target` that the approver must not see. */
  readonly redact_for_approval?: readonly string[];
  readonly scenario: Scenario;
  /** One interceptor. Exactly one of this and `interceptor_scripts` is there. */
  readonly interceptor_script?: readonly InterceptorRule[];
  /** One rule list for each interceptor; `[]` registers none. */
  readonly interceptor_scripts?: readonly (readonly InterceptorRule[])[];
  /** Absent or empty: no resolver. */
  readonly approval_script?: readonly ApprovalRule[];
  readonly expect: Expectation;
}

export interface ScenarioInput {
  readonly content: JsonValue;
  readonly role: "user" | "system" | "external";
}

export interface Scenario {
  readonly input: ScenarioInput;
  /** Ours: later turns of the same session. */
  readonly further_inputs?: readonly ScenarioInput[];
  readonly tools?: readonly ScenarioTool[];
  readonly model_script?: readonly { readonly respond: ScriptedResponse }[];
}

export interface ScenarioTool {
  readonly name: string;
  readonly schema?: JsonObject;
  readonly behavior: readonly ToolBehavior[];
}

export interface ToolBehavior {
  readonly when_args?: JsonObject;
  readonly return: JsonValue;
  readonly is_error?: boolean;
}

export interface ScriptedResponse {
  readonly content: JsonValue;
  readonly tool_calls: readonly { readonly id: string; readonly name: string; readonly args: JsonObject }[];
  readonly finish_reason: string;
  /** Chunks that make up `content`. */
  readonly stream?: readonly string[];
  /** The stream breaks off after these chunks. */
  readonly stream_truncated?: boolean;
}

export interface InterceptorRule {
  readonly at: InterceptionPoint;
  readonly match?: JsonObject;
  /** Returned as it is: it need not be a verdict. */
  readonly return?: JsonValue;
  /** Ours: `hang` never answers, `no_json` answers what JSON cannot carry. */
  readonly fault?: "raise" | "malformed_verdict" | "mutate" | "hang" | "no_json";
}

export interface ApprovalRule {
  readonly match?: JsonObject;
  readonly resolve: {
    /** Ours: any text, also none of the three outcomes. */
    readonly outcome?: string;
    readonly verdict?: JsonValue;
    /** Ours: `hang` never answers, `null` answers null. */
    readonly fault?: "raise" | "hang" | "null";
    readonly identity_override?: string;
    readonly echo_recomputed?: boolean;
  };
}

export interface Expectation {
  readonly interceptions: readonly ExpectedInterception[];
  /** Default true: the list is exact. */
  readonly sequence_strict?: boolean;
  readonly interceptions_absent?: readonly InterceptionPoint[];
  readonly tool_invocations?: readonly { readonly name: string; readonly args: JsonObject }[];
  readonly tool_not_invoked?: readonly string[];
  readonly final_output?: JsonValue;
  readonly released_output?: JsonValue;
  readonly persisted_must_not_contain?: readonly string[];
  readonly run_outcome: Outcome;
  readonly run_outcome_by_posture?: {
    readonly posture: "tool_seam_host_error";
    readonly outcomes: { readonly continue: Outcome; readonly terminate: Outcome };
  };
  readonly identities_equal?: boolean;
  readonly records?: readonly ExpectedRecord[];
  /** Ours: how many records the run left. */
  readonly record_count?: number;
  /** Ours: every consultation of the resolver, in order. */
  readonly consultations?: readonly ExpectedConsultation[];
  /** Ours: every request that the model really got, in order. */
  readonly model_requests?: readonly ExpectedRequest[];
}

export type Outcome = "completed" | "blocked" | "error";

export interface ExpectedInterception {
  readonly interception_point: InterceptionPoint;
  /** Dotted path to value. */
  readonly context?: JsonObject;
  /** Default true. */
  readonly context_must_validate?: boolean;
  readonly context_must_contain?: readonly string[];
  readonly context_must_not_contain?: readonly string[];
}

export interface ExpectedRecord {
  readonly interception_point: InterceptionPoint;
  readonly assert?: JsonObject;
  readonly present?: readonly string[];
  readonly absent?: readonly string[];
}

export interface ExpectedConsultation {
  readonly interception_point: InterceptionPoint;
  /** Dotted path to value, into the whole request. */
  readonly request?: JsonObject;
  readonly request_must_not_contain?: readonly string[];
}

export interface ExpectedRequest {
  readonly must_contain?: readonly string[];
  readonly must_not_contain?: readonly string[];
}
