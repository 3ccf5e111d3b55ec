/** How a step ends other than by being carried out. Values of a `Result`; errors too, so that `orThrow` can throw them. */
import type { Result } from "../core/result";
import type { NoDecisionCause, SessionRefusal } from "./records";

export type DenialKind =
  /** The Guardian said deny, directly or after an approval. */
  | "denied"
  /** A modification could not be applied, or breaks §6.3. */
  | "modification_refused"
  /** The step waited, and nobody decided in time. Never a person's denial. */
  | "undecided"
  /** No usable decision came, and the posture is deny. */
  | "no_decision"
  /** The session has ended here. */
  | "session_ended";

export interface DenialDetail {
  readonly kind: DenialKind;
  readonly method: string;
  readonly requestId: string | null;
  readonly reasoning: string;
  readonly reasonCodes: readonly string[];
  readonly approvalId?: string | null;
  readonly cause?: NoDecisionCause;
  /** True when the tool had run before its result was denied. */
  readonly executed?: boolean;
}

/** A step that must not happen. `message` is the Guardian's reasoning or the client's own. */
export class StepDenied extends Error {
  override readonly name = "StepDenied";
  readonly kind: DenialKind;
  readonly method: string;
  readonly requestId: string | null;
  readonly reasonCodes: readonly string[];
  readonly approvalId: string | null;
  readonly noDecisionCause: NoDecisionCause | null;
  readonly executed: boolean;

  constructor(detail: DenialDetail) {
    super(detail.reasoning);
    this.kind = detail.kind;
    this.method = detail.method;
    this.requestId = detail.requestId;
    this.reasonCodes = detail.reasonCodes;
    this.approvalId = detail.approvalId ?? null;
    this.noDecisionCause = detail.cause ?? null;
    this.executed = detail.executed ?? false;
  }
}

/** The released tool ran and threw; its result was reported as a failure. */
export class ToolFailed extends Error {
  override readonly name = "ToolFailed";
  constructor(
    readonly tool: string,
    override readonly cause: unknown,
  ) {
    super(`${tool} failed: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** No session: the Guardian refused, could not be reached, or offered terms that this agent must not accept. */
export class SessionRefused extends Error {
  override readonly name = "SessionRefused";
  constructor(
    readonly reason: SessionRefusal,
    message: string,
    /** ACS error code when the Guardian answered with an error. */
    readonly code: number | null = null,
  ) {
    super(message);
  }
}

/** The value, or the failure thrown: for callers that prefer exceptions. */
export function orThrow<T, F extends Error>(result: Result<T, F>): T {
  if (!result.ok) throw result.failure;
  return result.value;
}
