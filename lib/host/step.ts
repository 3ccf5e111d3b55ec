/** Takes one step to its end: sent, judged, waited for, and released or denied. */
import { err, ok, type Result } from "../core/result";
import { applyRelease } from "../core/wire/release";
import type { Judged } from "./answer";
import { StepDenied } from "./failures";
import { pause } from "./lifetime";
import type { StepRef } from "./records";
import { recoverAnswer } from "./recovery";
import { askedOf, decisionOf, reasonCodesOf, reasoningOf } from "./result-fields";
import { type Decided, ended, type Released, type StepContext, type StepInput, sendStep } from "./step-io";
import { awaitDecision } from "./waiting";

/** Never rejects. A step that waits ends with a release, the Guardian's deny, or `undecided`; never with the posture. */
export async function takeStep(context: StepContext, input: StepInput): Promise<Result<Released, StepDenied>> {
  if (context.stopping.ended) return err(ended(input.method));
  if (!context.terms.methods.has(input.method)) {
    context.record({ kind: "not_evaluated", method: input.method });
    return ok({ requestId: "", decision: "none", payload: input.payload, result: null, approvalId: null });
  }
  let sent = await sendStep(context, input);
  if (sent.judged.kind === "unusable" && sent.judged.cause === "transport_failed" && !context.stopping.ended) {
    // A kept-alive connection may have closed under us: look for the answer, then once more, as a new message.
    context.lost.add(sent.step, input.payload);
    await pause(100, context.stopping);
    const recovered = await recoverAnswer(context, input, [sent.step]);
    if (recovered !== null) return honour(context, input, recovered);
    sent = await sendStep(context, input);
  }
  if (sent.judged.kind !== "result") return applyPosture(context, input, sent.step, sent.judged);
  return honour(context, input, { step: sent.step, result: sent.judged.result });
}

/** Does what a checked result says. */
export async function honour(
  context: StepContext,
  input: StepInput,
  decided: Decided,
): Promise<Result<Released, StepDenied>> {
  const { step, result, approvalId = null } = decided;
  const decision = decisionOf(result);
  if (decision === "allow") {
    return ok({ requestId: step.requestId, decision, payload: input.payload, result, approvalId });
  }
  if (decision === "modify") return modified(context, input, decided);
  if (decision === "deny") return denied(context, input, decided);
  const settled = await awaitDecision(context, input, decided);
  return settled.ok ? honour(context, input, settled.value) : settled;
}

/** A deny is final, unless it says that the release went out in an answer that never reached us. */
async function denied(context: StepContext, input: StepInput, decided: Decided): Promise<Result<Released, StepDenied>> {
  const { step, result, approvalId } = decided;
  const reasonCodes = reasonCodesOf(result);
  if (reasonCodes.includes("approval_consumed")) {
    const recovered = await recoverAnswer(context, input);
    if (recovered !== null) return honour(context, input, recovered);
  }
  return err(
    new StepDenied({
      kind: "denied",
      ...step,
      reasoning: reasoningOf(result),
      reasonCodes,
      approvalId: approvalId ?? askedOf(result).approvalId,
    }),
  );
}

function modified(context: StepContext, input: StepInput, decided: Decided): Result<Released, StepDenied> {
  const { step, result, approvalId = null } = decided;
  const applied = applyRelease(input.method, input.payload, result.modifications);
  if (applied.ok) {
    context.record({ kind: "modification_applied", step });
    return ok({ requestId: step.requestId, decision: "modify", payload: applied.value, result, approvalId });
  }
  const { reason, path } = applied.failure;
  context.record({ kind: "modification_refused", step, reason, path });
  return err(
    new StepDenied({
      kind: "modification_refused",
      ...step,
      reasoning: `The Guardian's modification could not be applied (${reason}${path ? ` at ${path}` : ""}); the original is not run.`,
      reasonCodes: ["modify_unsupported"],
      approvalId,
    }),
  );
}

function applyPosture(
  context: StepContext,
  input: StepInput,
  step: StepRef,
  judged: Exclude<Judged, { kind: "result" }>,
): Result<Released, StepDenied> {
  if (context.stopping.ended) return err(ended(input.method));
  const { posture } = context.terms;
  if (posture === "proceed") {
    // Carried out now: no answer found later may release it again.
    for (const lost of context.lost.of(input.method, input.payload)) context.lost.take(lost);
    context.record({ kind: "posture_applied", step, posture, outcome: "proceeded without decision" });
    return ok({ requestId: step.requestId, decision: "none", payload: input.payload, result: null, approvalId: null });
  }
  context.record({ kind: "posture_applied", step, posture, outcome: "blocked without decision" });
  if (judged.kind === "unusable") context.lost.add(step, input.payload);
  const cause = judged.kind === "error" ? "error_answer" : judged.cause;
  const why = judged.kind === "error" ? `${judged.code} ${judged.reason}` : `${judged.cause}: ${judged.detail}`;
  return err(
    new StepDenied({
      kind: "no_decision",
      ...step,
      reasoning: `No decision from the Guardian (${why}); the posture is deny.`,
      reasonCodes: ["no_decision"],
      cause,
    }),
  );
}
