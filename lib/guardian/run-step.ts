/** Stages 4 to 8 for one admitted step: evaluated, concluded and committed until the database agrees, a few times at most. */

import type { ConcludeOptions, HeldItem } from "./approvals/escalation";
import { closedAnswer } from "./closed-answer";
import type { GuardianDeps } from "./deps";
import { failureAnswer } from "./failure-answer";
import type { Policies } from "./policies";
import type { SessionSnapshot, StepPlan } from "./ports";
import type { Snapshots } from "./snapshots";
import type { AdmittedStep } from "./stages/admit";
import { answerRefusal, bytesOf } from "./stages/answer";
import { type Committed, commit } from "./stages/commit";
import { conclude } from "./stages/conclude";
import { type Consulted, consult, learn } from "./stages/consult";
import { evaluate } from "./stages/evaluate";

const RUNS = 6;
/** Heads lost to another process that serves the same session: it is busy, not hostile, and its turn ends. */
const LOST_HEADS = 60;

export interface StepTools {
  readonly deps: GuardianDeps;
  readonly snapshots: Snapshots;
  readonly policies: Policies;
}

/** `bytes` to send now, or the item that a client without ASK waits for. */
export type StepOutcome =
  | {
      readonly kind: "answer";
      readonly bytes: Uint8Array;
      /** Stored with its entry. */
      readonly durable?: boolean;
      /** What was written with it. */
      readonly plan?: StepPlan;
    }
  | { readonly kind: "held"; readonly item: HeldItem };

export interface RunOptions extends ConcludeOptions {
  /** The client has been answered already: nothing may be written for it any more. */
  readonly isOver?: () => boolean;
}

export async function runStep(tools: StepTools, step: AdmittedStep, options: RunOptions = {}): Promise<StepOutcome> {
  const { deps } = tools;
  const fail = async (code: string, reasoning: string): Promise<StepOutcome> => ({
    kind: "answer",
    bytes: bytesOf(await failureAnswer(deps, step, { code, reasoning })),
  });
  if (step.boundTo) {
    deps.journal.refused({ ...step.context, code: 0, reason: step.boundTo });
    return fail(step.boundTo, "The session is bound to another key or agent");
  }
  if (options.isOver?.()) return fail("decision_timeout", "The step waited too long for its turn");
  // a held item is opened without an entry, so the head does not tell other processes of it: read afresh
  let snapshot: SessionSnapshot | null = step.snapshot.agent.canAsk
    ? await tools.snapshots.get(step.tenantId, sessionIdOf(step))
    : await tools.snapshots.reload(step.tenantId, sessionIdOf(step));
  let policyMoved = false;
  const consulted = await consult(deps, { ...step, snapshot: snapshot ?? step.snapshot });
  let lostHeads = 0;
  for (let run = 0; run < RUNS && lostHeads < LOST_HEADS; ) {
    if (!snapshot) return fail("store_unavailable", "The session cannot be read");
    if (snapshot.session.state === "closed") {
      if (options.held) return fail("session_closed", "The session ended while the step was held");
      return { kind: "answer", bytes: await closedAnswer(deps, step, snapshot) };
    }
    const outcome = await runOnce(tools, { step, snapshot, consulted, policyMoved, options });
    if (outcome.kind === "failed") return fail(outcome.code, outcome.reasoning);
    if (outcome.kind !== "again") return outcome;
    policyMoved = outcome.policy;
    if (outcome.why === "head_lost") lostHeads += 1;
    else run += 1;
    await backOff(lostHeads);
    snapshot = await tools.snapshots.reload(step.tenantId, sessionIdOf(step));
  }
  return fail("session_contended", "Other writers moved the session each time; the step was not recorded");
}

interface RunInput {
  readonly step: AdmittedStep;
  readonly snapshot: SessionSnapshot;
  readonly consulted: Consulted;
  readonly policyMoved: boolean;
  readonly options: RunOptions;
}

type OnceOutcome =
  | StepOutcome
  | Extract<Committed, { kind: "again" }>
  | { readonly kind: "failed"; readonly code: string; readonly reasoning: string };

async function runOnce(tools: StepTools, input: RunInput): Promise<OnceOutcome> {
  const { deps } = tools;
  const { step, snapshot, consulted } = input;
  const bundle = await tools.policies.current(step.tenantId, input.policyMoved);
  if (!bundle.ok)
    return {
      kind: "failed",
      code: "evaluation_failed",
      reasoning: `Policy cannot be evaluated: ${bundle.failure.message}`,
    };
  const known = await learn(deps, step, snapshot);
  const now = deps.clock.now();
  const evaluated = evaluate(deps.crypto, { step, snapshot, bundle: bundle.value, consulted, known, now });
  const concluded = await conclude(deps, evaluated, input.options);
  if (input.options.isOver?.()) return { kind: "failed", code: "decision_timeout", reasoning: "No decision in time" };
  const committed = await commit(deps, tools.snapshots, { sealed: concluded.sealed, snapshot });
  switch (committed.kind) {
    case "durable":
      return concluded.held
        ? { kind: "held", item: concluded.held }
        : { kind: "answer", bytes: bytesOf(committed.answer), durable: true, plan: concluded.sealed.plan };
    case "refused":
      return {
        kind: "answer",
        bytes: await answerRefusal(deps, {
          failure: committed.failure,
          id: step.id,
          signer: step.signer,
          context: step.context,
        }),
      };
    case "again":
      return committed;
    case "lost":
      return { kind: "failed", code: committed.code, reasoning: "The decision could not be made durable" };
  }
}

/** The first turns at once; then a little chance, so that two processes do not stay in step. */
const backOff = (times: number): Promise<void> =>
  times < 3
    ? Promise.resolve()
    : new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(4 * times, 60)));

const sessionIdOf = (step: AdmittedStep): string => step.request.params.metadata.session_id.toLowerCase();
