/** Lost-answer recovery: fetches the stored answer of a request of ours, and believes it only as that request's answer. */
import { utf8 } from "../core/json/canonical";
import type { JsonObject } from "../core/json/value";
import { queryApproval } from "./approval-query";
import type { StepRef } from "./records";
import type { Decided, StepContext, StepInput } from "./step-io";
import { recordJudged } from "./step-io";

/**
 * The answer to the newest lost request for this action, or null when the Guardian has none or cannot be asked. An
 * answer is handed out once: its release must not be carried out twice. `own` keeps to the requests of the attempt that
 * asks: what an earlier one was allowed says nothing of what policy allows now.
 */
export async function recoverAnswer(
  context: StepContext,
  input: StepInput,
  own?: readonly StepRef[],
): Promise<Decided | null> {
  const isMine = (step: StepRef) => own === undefined || own.some(({ requestId }) => requestId === step.requestId);
  for (const step of context.lost.of(input.method, input.payload).filter(isMine)) {
    const fetched = await fetchAnswer(context, step);
    if (fetched === "unreachable") return null;
    if (fetched === "none" || !context.lost.take(step)) continue;
    context.record({ kind: "answer_recovered", step });
    return { step, result: fetched.result, approvalId: fetched.approvalId };
  }
  return null;
}

export interface FetchedAnswer {
  readonly result: JsonObject;
  readonly approvalId: string | null;
  /** Of Agent Hooks: what the approval is bound to. */
  readonly contextIdentity: string | null;
}

/** What the Guardian stored as its answer to that request, verified like any answer. */
export async function fetchAnswer(
  context: StepContext,
  step: StepRef,
): Promise<FetchedAnswer | "none" | "unreachable"> {
  const queried = await queryApproval(context, { requestId: step.requestId, waitMs: 0 });
  if (queried.kind !== "answer") return "unreachable";
  if (typeof queried.answer.answer !== "string") return "none";
  const judged = context.exchange.judge(step, utf8(queried.answer.answer));
  recordJudged(context, step, judged);
  if (judged.kind !== "result") return "none";
  const { approval_id, context_identity } = queried.answer;
  return { result: judged.result, approvalId: approval_id ?? null, contextIdentity: context_identity ?? null };
}
