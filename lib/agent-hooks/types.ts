/** The words of Agent Hooks 0.1: contexts, verdicts, approval, composition, records. Shapes as on the wire (snake_case). */
import { HOST_POINTS, type HostPoint } from "../core/agent-hooks/points";
import type { JsonObject, JsonValue } from "../core/json/value";

export const SPEC = "agent-hooks/0.1";

/** §3. The set is closed. */
export const INTERCEPTION_POINTS = HOST_POINTS;
export type InterceptionPoint = HostPoint;

/** Reserved for what a host itself denies; no interceptor and no resolver may use the prefix. */
export const HOST_ERROR = "host_error:";

export const HOST_ERRORS = [
  "host_error:context_invalid",
  "host_error:interceptor_failed",
  "host_error:interceptor_timeout",
  "host_error:verdict_invalid",
  "host_error:transform_invalid",
  "host_error:transform_target_forbidden",
  "host_error:transform_conflict",
  "host_error:composition_disagreement",
  "host_error:approval_resolver_failed",
  "host_error:approval_unresolved",
  "host_error:approval_identity_mismatch",
  "host_error:adapter_unsupported",
  "host_error:streaming_unsupported",
  "host_error:no_interceptor",
] as const;
export type HostError = (typeof HOST_ERRORS)[number];

/** §4. A context as an interceptor gets it: its own deep copy, members as on the wire. */
export type AgentContext = JsonObject & {
  readonly spec: string;
  readonly interception_point: InterceptionPoint;
  readonly timestamp: string;
  readonly sequence: number;
  readonly agent: JsonObject & { readonly id: string; readonly framework: string };
  readonly session: JsonObject & { readonly id: string };
  readonly target: JsonValue;
};

/** §5. */
export interface Warning {
  readonly reason?: string;
  readonly message?: string;
}

export interface Evidence {
  readonly artefact?: string;
  readonly verification_pointers?: { readonly [name: string]: string };
}

interface VerdictFacts {
  readonly reason?: string;
  readonly message?: string;
  readonly warnings?: readonly Warning[];
  readonly evidence?: Evidence;
  readonly result_labels?: readonly string[];
}

/** §5. A deny with `approval` is liftable. An absent transform value is null. */
export type Verdict =
  | (VerdictFacts & { readonly decision: "allow" })
  | (VerdictFacts & { readonly decision: "deny"; readonly approval?: JsonObject })
  | (VerdictFacts & {
      readonly decision: "transform";
      readonly transform: { readonly path: string; readonly value: JsonValue };
    });

export type Decision = Verdict["decision"];

/** §6. What guards register. The answer is checked, so its type promises nothing. A throw or a rejection denies. */
export interface Interceptor {
  /** Names the interceptor on records; must hold no payload. */
  readonly name?: string;
  /** Points that it wants to judge; default all. At others it is not called and counts as an allow. */
  readonly at?: readonly InterceptionPoint[];
  /** `signal` is aborted when the answer is no longer waited for. */
  intercept(context: AgentContext, signal: AbortSignal): unknown;
}

/** §9. */
export interface ApprovalRequest {
  readonly context_identity: string | null;
  readonly interception_point: InterceptionPoint;
  readonly verdict: Verdict & { readonly decision: "deny" };
  /** As shown to the approver: after the redactor. */
  readonly context: AgentContext;
}

export interface ApprovalResolution {
  readonly outcome: "approve" | "reject" | "unresolved";
  /** The identity stored with the decision; a resolver that copies the request's binds nothing. */
  readonly context_identity: string | null;
  readonly verdict?: Verdict;
}

export interface ApprovalResolver {
  /** The answer is checked like a verdict. A throw, a rejection or a timeout denies. */
  resolve(request: ApprovalRequest, signal: AbortSignal): unknown;
}

/** §7. Fixed before dispatch and written, with the knobs that it reads, on every record. */
export type Composition =
  | { readonly profile: "sequential/first_deny"; readonly on_approval?: "stop" | "resume" }
  | { readonly profile: "sequential/run_all" }
  | { readonly profile: "parallel/strictest"; readonly on_transform_conflict?: "deny" | "approval" }
  | { readonly profile: "parallel/unanimous"; readonly on_disagreement?: "deny" | "approval" };

/** §8. */
export type Mode = "enforce" | "evaluate_only";

/** §10. `jcs-sha256`, one of your own (`name` like `hmac-sha256-k1`, never starting with `jcs`), or null: unbound. */
export type IdentityProvider = "jcs-sha256" | { readonly name: string; identify(context: AgentContext): string } | null;

/** §11. The payload-free projection of one emission. */
export interface InterceptionRecord {
  readonly interception_point: InterceptionPoint;
  readonly mode: Mode;
  readonly verdict: JsonObject;
  readonly input_identity: string | null;
  readonly enforced_identity: string | null;
  readonly identity_provider: string | null;
  /** "" when unknown. */
  readonly session_id: string;
  /** -1 when unknown. */
  readonly sequence: number;
  readonly timestamp?: string;
  readonly trace?: JsonObject;
  readonly decided_by: number | null;
  readonly composition: JsonObject;
  readonly verdicts?: readonly JsonObject[];
  readonly fold_truncated?: boolean;
  readonly resolved_by?: "approval" | "rejection";
  readonly interceptors_registered: number;
}

/** Posture of the tool seam when the host itself denies (§13.1). Ordinary denies always let the loop go on. */
export type ToolSeamHostError = "continue" | "terminate";

/** Everything that one emission came to. */
export interface Emission {
  /** The action may go on. Always true in `evaluate_only`. */
  readonly permitted: boolean;
  /** The combined verdict, as decided; in `evaluate_only` it may be a deny all the same. */
  readonly verdict: Verdict;
  /** What to go on with: the target, rewritten where a transform was applied. */
  readonly target: JsonValue;
  /** The context after composition. */
  readonly context: AgentContext | null;
  readonly record: InterceptionRecord;
}

export interface ContractOptions {
  readonly interceptors: readonly Interceptor[];
  readonly resolver?: ApprovalResolver | null;
  /** Default enforce; by point where given. */
  readonly mode?: Mode | { readonly [point in InterceptionPoint]?: Mode };
  /** Default `sequential/first_deny` with `on_approval: "resume"`, so that an approval skips no guard registered later. */
  readonly composition?: Composition;
  readonly identityProvider?: IdentityProvider;
  /** Paths into the context whose values the approver must not see, or a pure function. */
  readonly redactForApproval?: (context: AgentContext) => AgentContext;
  /** ms for each interceptor. Default 5000. */
  readonly interceptorTimeoutMs?: number;
  /** ms for people. Default 30 minutes. */
  readonly resolverTimeoutMs?: number;
  /** Bytes of a serialized context. Default 5 MiB. */
  readonly maxContextBytes?: number;
  /** Called first for each record; what it throws is swallowed. */
  readonly onRecord?: (record: InterceptionRecord) => void;
  /** Records kept in `recent`; the oldest are dropped and counted. Default 1000. */
  readonly keptRecords?: number;
}

/** The contract itself: every emission passes here. Made by `createEmitter` (emitter.ts). */
export interface Emitter {
  /**
   * Judges one context. Takes `unknown`, because a bad envelope is an answer (`context_invalid`), not a throw. Never
   * rejects. Reentrant: emissions of one session may overlap.
   */
  emit(context: unknown): Promise<Emission>;
  /** §11: a fault before a context exists. `detail` is a type or a path, never a value. */
  recordHostFailure(point: InterceptionPoint, facts: HostFailure): InterceptionRecord;
  readonly recent: readonly InterceptionRecord[];
  readonly dropped: number;
}

export interface HostFailure {
  readonly reason?: HostError;
  readonly detail: string;
  readonly session_id?: string;
  readonly sequence?: number;
  readonly timestamp?: string;
}
