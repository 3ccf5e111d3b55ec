/** Before a session ends: says of every release whose answer got lost that nothing ran, so that no step stays half-done. */
import { fetchAnswer } from "./recovery";
import { decisionOf } from "./result-fields";
import type { StepContext } from "./step-io";
import { deliverResult } from "./tool-result";

/** Gives up at the first message that the Guardian does not answer: a session must be able to end without it. */
export async function settleLost(context: StepContext): Promise<void> {
  const requests = context.lost.all().filter(({ step }) => step.method === "steps/toolCallRequest");
  for (const { step, payload } of requests) {
    const fetched = await fetchAnswer(context, step);
    if (fetched === "unreachable") return;
    if (fetched === "none" || !context.lost.take(step)) continue;
    const decision = decisionOf(fetched.result);
    if (decision !== "allow" && decision !== "modify") continue;
    await deliverResult(context, { request: payload, step, exitStatus: "blocked", output: null, durationMs: 0 });
  }
}
