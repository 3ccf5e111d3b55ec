/** What the parts of one step share: the session's context, sending with records, and the ways a step can end. */
import type { JsonObject } from "../core/json/value";
import type { Judged } from "./answer";
import type { Exchange, Exchanged } from "./exchange";
import { StepDenied } from "./failures";
import type { Lifetime } from "./lifetime";
import type { LostSteps } from "./lost-steps";
import type { HostEvent, StepRef } from "./records";
import { askedOf, decisionOf, reasonCodesOf } from "./result-fields";
import type { Terms } from "./server-hello";

export interface StepContext {
  readonly exchange: Exchange;
  readonly terms: Terms;
  readonly clock: () => number;
  readonly record: (event: HostEvent) => void;
  /** Ends with the session: nothing is sent any more. */
  readonly lifetime: Lifetime;
  /** Ends when the session is about to end: no new steps, no more waiting for people. */
  readonly stopping: Lifetime;
  readonly lost: LostSteps;
  readonly resultAttempts: number;
}

export interface StepOptions {
  /** Extra members of `params.metadata`, such as `turn_id` or `mcp_server_id`. */
  readonly metadata?: Record<string, unknown>;
  /** Longest wait for people after an ask or a defer, ms. Default: as long as the Guardian waits. 0: do not wait. */
  readonly waitMs?: number;
  /** Gives up waiting for people. What is decided later stays unused, for a later step with the same action. */
  readonly signal?: AbortSignal;
  /** Called once when the step starts to wait. */
  readonly onWaiting?: (waiting: { readonly approvalId: string | null; readonly question: string | null }) => void;
}

export interface StepInput extends StepOptions {
  readonly method: string;
  readonly payload: JsonObject;
}

/** What may happen now. */
export interface Released {
  readonly requestId: string;
  /** `none`: no decision was needed (not evaluated) or none came and the posture lets it proceed. */
  readonly decision: "allow" | "modify" | "none";
  /** The payload to act on: the sent one, or the Guardian's edit of it. */
  readonly payload: JsonObject;
  readonly result: JsonObject | null;
  readonly approvalId: string | null;
}

/** A checked result, the message that it answers, and the approval that this is about. */
export interface Decided {
  readonly step: StepRef;
  readonly result: JsonObject;
  readonly approvalId?: string | null;
}

/** Sends the step as a new message and records what came of it. */
export async function sendStep(context: StepContext, input: StepInput, approvalId?: string | null): Promise<Exchanged> {
  const exchanged = await context.exchange.send({
    method: input.method,
    payload: input.payload,
    timeoutMs: context.terms.timeoutFor(input.method),
    metadata: approvalId ? { ...input.metadata, approval_id: approvalId } : input.metadata,
  });
  recordJudged(context, exchanged.step, exchanged.judged);
  return exchanged;
}

export function recordJudged(context: StepContext, step: StepRef, judged: Judged): void {
  if (judged.kind === "result") {
    const { result } = judged;
    const decision = decisionOf(result);
    if (decision === null) return;
    const chainHash = typeof result.chain_hash === "string" ? result.chain_hash : null;
    const { approvalId } = askedOf(result);
    context.record({ kind: "decided", step, decision, reasonCodes: reasonCodesOf(result), chainHash, approvalId });
  } else if (judged.kind === "error") {
    const detail = `${judged.reason}: ${judged.message}`;
    context.record({ kind: "no_decision", step, cause: "error_answer", detail, code: judged.code });
  } else {
    context.record({ kind: "no_decision", step, cause: judged.cause, detail: judged.detail });
  }
}

export interface Decided {
  readonly step: StepRef;
  readonly result: JsonObject;
  readonly approvalId?: string | null;
}

export function ended(method: string): StepDenied {
  const reasoning = "The session has ended.";
  return new StepDenied({ kind: "session_ended", method, requestId: null, reasoning, reasonCodes: ["session_ended"] });
}
