/** One admitted step from its session's lane to its answer, which leaves before the negotiated timeout whatever happens. */

import { timeoutFor } from "../core/session/terms";
import { holdStep } from "./approvals/hold";
import { failureAnswer } from "./failure-answer";
import { alarm } from "./in-time";
import type { Lanes } from "./lanes";
import { StoreUnavailable } from "./ports";
import { type RunOptions, runStep, type StepOutcome, type StepTools } from "./run-step";
import { answerMarginMs } from "./sign-answer";
import type { AdmittedStep } from "./stages/admit";
import { bytesOf } from "./stages/answer";
import { traceStep } from "./trace";

export interface StepDesk extends StepTools {
  readonly lanes: Lanes;
  /** Held requests by agent. */
  readonly holds: Map<string, number>;
  /** Aborted when this process stops: nobody waits for people any longer. */
  readonly closing: AbortSignal;
}

type Answered = Extract<StepOutcome, { kind: "answer" }>;

/** ACS §6.4: a DENY in time rather than the right decision too late. Never rejects. */
export async function answerStep(desk: StepDesk, step: AdmittedStep): Promise<Uint8Array> {
  const { deps } = desk;
  const patience = timeoutFor(step.terms, step.method) - answerMarginMs(deps, step.signer);
  const left = patience - (deps.clock.now() - step.receivedAt);
  // what the requests before it in its batch used up cannot be used again
  if (step.reserveMs !== null && left <= 0) return tooLate(desk, step);
  const limit = alarm(Math.max(step.reserveMs === null ? 100 : 1, left - (step.reserveMs ?? 0)));
  let isOver = false;
  const work = decide(desk, step, () => isOver).catch((error: unknown) => failed(desk, step, error));
  const first = await Promise.race([work, limit.rings]);
  limit.stop();
  if (first) {
    traceStep(deps, step, first);
    return first.bytes;
  }
  isOver = true;
  void work.then((late) => recordLate(desk, step, late));
  deps.log("answered late", { session: step.snapshot.session.key, method: step.method });
  return tooLate(desk, step);
}

async function tooLate({ deps }: StepDesk, step: AdmittedStep): Promise<Uint8Array> {
  deps.journal.refused({ ...step.context, code: 0, reason: "decision_timeout" });
  const reasoning = "No decision was durable in time";
  const bytes = bytesOf(await failureAnswer(deps, step, { code: "decision_timeout", reasoning }));
  traceStep(deps, step, { bytes });
  return bytes;
}

async function decide(desk: StepDesk, step: AdmittedStep, isOver: () => boolean): Promise<Answered> {
  const { lanes, holds } = desk;
  const { agent, session } = step.snapshot;
  const run = (options: RunOptions) => lanes.run(session.key, () => runStep(desk, step, { ...options, isOver }));
  const outcome = await run({ holdsFull: (holds.get(agent.key) ?? 0) >= agent.holdCap });
  if (outcome.kind === "answer") return outcome;
  holds.set(agent.key, (holds.get(agent.key) ?? 0) + 1);
  try {
    return await holdStep({ deps: desk.deps, step, item: outcome.item, rerun: run, closing: desk.closing });
  } finally {
    holds.set(agent.key, (holds.get(agent.key) ?? 1) - 1);
  }
}

async function failed({ deps, snapshots }: StepDesk, step: AdmittedStep, error: unknown): Promise<Answered> {
  deps.log("step failed", { session: step.snapshot.session.key, method: step.method, error: String(error) });
  snapshots.forget(step.snapshot.session);
  const told =
    error instanceof StoreUnavailable
      ? { code: "store_unavailable", reasoning: "The store cannot be reached" }
      : { code: "evaluation_failed", reasoning: "The Guardian failed on this step" };
  return { kind: "answer", bytes: bytesOf(await failureAnswer(deps, step, told)) };
}

/** The commit was under way when time ran out and happened after all: the chain says so, and the audit says what was sent. */
async function recordLate({ deps }: StepDesk, step: AdmittedStep, late: Answered): Promise<void> {
  if (!late.durable) return;
  traceStep(deps, step, { ...late, late: true });
  const { key, tenantId } = step.snapshot.session;
  await deps.journal.commit({
    tenantId,
    sessionKey: key,
    requireOpen: false,
    reservations: [],
    moves: [],
    newApprovals: [],
    votes: [],
    presentations: [],
    entries: [],
    audits: [
      {
        actorKind: "guardian",
        action: "answered_late",
        subject: `request:${step.request.params.request_id}`,
        sessionKey: key,
        detail: { sent: "decision_timeout" },
      },
    ],
    events: [{ topic: `session:${key}`, ref: key }],
  });
}
