/** After an ask or a defer: waits for people, then sends the action again; only that answer can release it. */
import { err, ok, type Result } from "../core/result";
import type { ApprovalAnswer } from "./approval-answer";
import { type ApprovalQuery, queryApproval } from "./approval-query";
import { StepDenied } from "./failures";
import { pause } from "./lifetime";
import type { StepRef } from "./records";
import { recoverAnswer } from "./recovery";
import { askedOf, decisionOf } from "./result-fields";
import { type Decided, ended, type StepContext, type StepInput, sendStep } from "./step-io";

const POLL_MS = 20_000;
const RESEND_WITHOUT_NEWS_MS = 5_000;
/** After the Guardian's own deadline, so that its word on how it ended still arrives. */
const GRACE_MS = 5_000;
/** A decided action is offered this much longer, so that a short outage does not waste an approval. */
const RELEASE_MS = 60_000;
const MAX_ROUNDS = 20;

/** A decision that is neither ask nor defer, or how the waiting ended without one. */
export async function awaitDecision(
  context: StepContext,
  input: StepInput,
  first: Decided,
): Promise<Result<Decided, StepDenied>> {
  let asked = first;
  let announced: string | null | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { approvalId, question, timeoutMs } = askedOf(asked.result);
    const waitMs = input.waitMs ?? timeoutMs + GRACE_MS;
    const until = performance.now() + waitMs;
    if (announced !== approvalId) {
      announced = approvalId;
      context.record({ kind: "waiting", step: asked.step, approvalId, until: context.clock() + waitMs });
      input.onWaiting?.({ approvalId, question });
    }
    const wait = { asked, approvalId, until, signal: input.signal };
    const news = await watch(context, wait);
    if (!news.ok) return news;
    const decided = await resend(context, input, wait);
    if (!decided.ok) return decided;
    const decision = decisionOf(decided.value.result);
    if (decision !== "ask" && decision !== "defer") return decided;
    asked = decided.value;
  }
  return err(undecided(asked, "The Guardian kept asking; gave up."));
}

interface Wait {
  readonly asked: Decided;
  readonly approvalId: string | null;
  /** On the monotonic clock, ms. */
  readonly until: number;
  readonly signal?: AbortSignal;
}

const isGivenUp = ({ signal }: Wait): boolean => signal?.aborted === true;
const givenUp = ({ asked, approvalId }: Wait) => undecided(asked, "The caller gave up waiting.", approvalId);

/** Resolves when sending again makes sense. */
async function watch(context: StepContext, wait: Wait): Promise<Result<void, StepDenied>> {
  let delay = 250;
  let lastState: string | null = null;
  for (;;) {
    if (context.stopping.ended) return err(ended(wait.asked.step.method));
    if (isGivenUp(wait)) return err(givenUp(wait));
    const left = wait.until - performance.now();
    if (left <= 0) return err(undecided(wait.asked, "Nobody decided in time.", wait.approvalId));
    if (wait.approvalId === null) return pauseThenResend(context, left);
    const query: ApprovalQuery = { approvalId: wait.approvalId, waitMs: Math.floor(Math.min(POLL_MS, left)) };
    const began = performance.now();
    const queried = await queryApproval(context, query);
    if (queried.kind === "unsupported") return pauseThenResend(context, left);
    if (queried.kind === "failed") {
      await pause(Math.min(delay, left), context.stopping);
      delay = Math.min(delay * 2, 5_000);
      continue;
    }
    delay = 250;
    const { state } = queried.answer;
    if (state !== lastState) context.record({ kind: "approval_state", approvalId: wait.approvalId, state });
    lastState = state;
    if (state === "pending" || state === "prepared") {
      if (performance.now() - began < 200) await pause(500, context.stopping);
      continue;
    }
    return afterState(wait, queried.answer);
  }
}

async function pauseThenResend(context: StepContext, left: number): Promise<Result<void, StepDenied>> {
  await pause(Math.min(RESEND_WITHOUT_NEWS_MS, left), context.stopping);
  return ok(undefined);
}

/** approved, consumed: the re-send tells; superseded and void are evaluated afresh; the rest has ended without a yes. */
function afterState(wait: Wait, answer: ApprovalAnswer): Result<void, StepDenied> {
  const { state } = answer;
  if (state === "approved" || state === "consumed" || state === "superseded" || state === "void") return ok(undefined);
  const code = answer.reason_code ?? `approval_${state}`;
  if (state !== "rejected") {
    return err(undecided(wait.asked, END_SENTENCES[state] ?? "Not approved.", wait.approvalId, code));
  }
  return err(
    new StepDenied({
      kind: "denied",
      ...wait.asked.step,
      reasoning: answer.reason ? `Rejected by an approver: ${answer.reason}` : "Rejected by an approver.",
      reasonCodes: [code],
      approvalId: wait.approvalId,
    }),
  );
}

const END_SENTENCES: Readonly<Record<string, string>> = {
  expired: "The time to decide ran out; nobody decided.",
  cancelled: "The approval was cancelled.",
  unknown: "The Guardian no longer knows this approval.",
};

/** The action again, each time as a new message; an answer that got lost is looked for before the next one is sent. */
async function resend(context: StepContext, input: StepInput, wait: Wait): Promise<Result<Decided, StepDenied>> {
  const until = Math.max(wait.until, performance.now() + RELEASE_MS);
  const own: StepRef[] = [];
  let delay = 250;
  for (;;) {
    if (context.stopping.ended) return err(ended(input.method));
    if (isGivenUp(wait)) return err(givenUp(wait));
    const sent = await sendStep(context, input, wait.approvalId);
    if (sent.judged.kind === "result") {
      return ok({ step: sent.step, result: sent.judged.result, approvalId: wait.approvalId });
    }
    if (sent.judged.kind === "unusable") context.lost.add(sent.step, input.payload);
    own.push(sent.step);
    const recovered = await recoverAnswer(context, input, own);
    if (recovered !== null) return ok({ ...recovered, approvalId: wait.approvalId });
    if (performance.now() >= until) {
      return err(
        undecided(wait.asked, "The decision could not be fetched from the Guardian.", wait.approvalId, "no_decision"),
      );
    }
    await pause(delay, context.stopping);
    delay = Math.min(delay * 2, 5_000);
  }
}

function undecided(asked: Decided, reasoning: string, approvalId: string | null = null, code = "approval_undecided") {
  return new StepDenied({ kind: "undecided", ...asked.step, reasoning, reasonCodes: [code], approvalId });
}
