/** Lost-answer recovery: fetches the stored answer of a request of ours, and believes it only as that request's answer. */
import { utf8 } from "../core/json/canonical";
import { queryApproval } from "./approval-query";
import type { Decided, StepContext, StepInput } from "./step-io";
import { recordJudged } from "./step-io";

/**
 * The answer to the newest lost request for this action, or null when the Guardian has none or cannot be asked. An
 * answer is handed out once: its release must not be carried out twice.
 */
export async function recoverAnswer(context: StepContext, input: StepInput): Promise<Decided | null> {
  for (const step of context.lost.of(input.method, input.payload)) {
    const queried = await queryApproval(context, { requestId: step.requestId, waitMs: 0 });
    if (queried.kind !== "answer") return null;
    if (typeof queried.answer.answer !== "string") continue;
    const judged = context.exchange.judge(step, utf8(queried.answer.answer));
    recordJudged(context, step, judged);
    if (judged.kind !== "result" || !context.lost.take(step)) continue;
    context.record({ kind: "answer_recovered", step });
    return { step, result: judged.result, approvalId: queried.answer.approval_id ?? null };
  }
  return null;
}
