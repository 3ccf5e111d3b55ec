/** Sends the steps of one point and hands back checked answers. Never waits for people: an ASK is an answer. */
import type { AcsStep } from "../../agent-hooks/acs/acs-step";
import type { Answered } from "../../agent-hooks/acs/verdict-of";
import type { JsonObject } from "../../core/json/value";
import type { Judged } from "../answer";
import { Lifetime, pause } from "../lifetime";
import type { StepRef } from "../records";
import { recoverAnswer } from "../recovery";
import { decisionOf, reasonCodesOf } from "../result-fields";
import { type Decided, recordJudged, type StepContext } from "../step-io";
import { GuardianUnavailable, type UnavailableCause } from "./guardian-unavailable";

/**
 * The Guardian's answer to this step. Throws `GuardianUnavailable` for everything else, the negotiated posture
 * notwithstanding. A lost answer is looked for before the step is sent again.
 */
export async function askGuardian(context: StepContext, step: AcsStep, signal: AbortSignal): Promise<Answered> {
  const first = await sendOnce(context, step, signal);
  if (first.decided) return settled(context, step, first.decided);
  if (first.cause === "transport_failed" && !signal.aborted && !context.lifetime.ended) {
    // a kept-alive connection may have closed under us
    await pause(100, context.lifetime);
    const recovered = await recoverAnswer(context, step, [first.step]);
    if (recovered) return answered(step, recovered);
    const second = await sendOnce(context, step, signal);
    if (second.decided) return settled(context, step, second.decided);
    throw new GuardianUnavailable(second.cause, step.method);
  }
  throw new GuardianUnavailable(signal.aborted ? "aborted" : first.cause, step.method);
}

/** Offers a step again, each time as a new message, until the Guardian has answered it or the attempts are used up. */
export async function deliverStep(context: StepContext, step: AcsStep): Promise<Answered> {
  let delay = 200;
  let cause: UnavailableCause = "transport_failed";
  for (let attempt = 1; attempt <= context.resultAttempts; attempt += 1) {
    const recovered = attempt === 1 ? null : await recoverAnswer(context, step);
    if (recovered) return answered(step, recovered);
    const sent = await sendOnce(context, step, null);
    if (sent.decided) return answered(step, sent.decided);
    cause = sent.cause;
    if (attempt < context.resultAttempts) await pause(delay, context.lifetime);
    delay = Math.min(delay * 2, 5_000);
  }
  throw new GuardianUnavailable(cause, step.method);
}

type Sent =
  | { readonly decided: Decided }
  | { readonly decided: null; readonly step: StepRef; readonly cause: UnavailableCause };

async function sendOnce(context: StepContext, step: AcsStep, signal: AbortSignal | null): Promise<Sent> {
  const lifetime = signal === null ? null : untilAborted(context.lifetime, signal);
  const { method, payload, metadata } = step;
  const sent = await context.exchange.send({
    method,
    payload,
    metadata,
    timeoutMs: context.terms.timeoutFor(method),
    lifetime: lifetime?.both ?? context.lifetime,
  });
  lifetime?.forget();
  recordJudged(context, sent.step, sent.judged);
  if (sent.judged.kind === "result") return { decided: { step: sent.step, result: sent.judged.result } };
  if (sent.judged.kind === "unusable") context.lost.add(sent.step, payload);
  return { decided: null, step: sent.step, cause: causeOf(sent.judged) };
}

export const causeOf = (judged: Exclude<Judged, { kind: "result" }>): UnavailableCause =>
  judged.kind === "error" ? "error_answer" : judged.cause;

/** Ends with the session, or when the contract no longer waits. */
export function untilAborted(session: Lifetime, signal: AbortSignal) {
  const both = new Lifetime();
  const end = () => both.end();
  const forgetSession = session.onEnd(end);
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  const forget = () => {
    forgetSession();
    signal.removeEventListener("abort", end);
  };
  return { both, forget };
}

/** A deny that says that the release went out already is answered by that release, if its words never reached us. */
async function settled(context: StepContext, step: AcsStep, decided: Decided): Promise<Answered> {
  const isConsumed =
    decisionOf(decided.result) === "deny" && reasonCodesOf(decided.result).includes("approval_consumed");
  const recovered = isConsumed ? await recoverAnswer(context, step) : null;
  return answered(step, recovered ?? decided);
}

const answered = (step: AcsStep, { step: { requestId }, result }: Decided): Answered => ({
  step,
  requestId,
  result: result as JsonObject,
});
