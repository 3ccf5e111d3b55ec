/**
 * The hold of a client that cannot ASK: its request waits for people, holding neither lane nor transaction, and is judged
 * again when they decided, or shortly before its timeout by what ACS §9.2 puts in place of ASK.
 */
import { timeoutFor } from "../../core/session/terms";
import type { GuardianDeps } from "../deps";
import { failureAnswer } from "../failure-answer";
import type { RunOptions, StepOutcome } from "../run-step";
import { answerMarginMs } from "../sign-answer";
import type { AdmittedStep } from "../stages/admit";
import { bytesOf } from "../stages/answer";
import type { HeldItem } from "./escalation";

export interface HoldInput {
  readonly deps: GuardianDeps;
  readonly step: AdmittedStep;
  readonly item: HeldItem;
  readonly rerun: (options: RunOptions) => Promise<StepOutcome>;
  /** Aborted when this process stops: the wait is then over. */
  readonly closing: AbortSignal;
}

type Answered = Extract<StepOutcome, { kind: "answer" }>;

/** A wake-up can be lost with its connection; the row is the truth, so it is looked at this often anyway. */
const LOOK_MS = 2_000;

export async function holdStep({ deps, step, item, rerun, closing }: HoldInput): Promise<Answered> {
  const until =
    step.receivedAt +
    timeoutFor(step.terms, step.method) -
    (step.reserveMs ?? 0) -
    deps.limits.holdMarginMs -
    answerMarginMs(deps, step.signer);
  let held = item;
  for (;;) {
    const waitOver = await waitFor({ deps, approvalId: held.approvalId, until, closing });
    const outcome = await rerun({ held, waitOver });
    if (outcome.kind === "answer") return outcome;
    // policy asks for more than was approved: the wait goes on for the new item
    if (!waitOver) held = outcome.item;
    else return { kind: "answer", bytes: bytesOf(await failureAnswer(deps, step, NOBODY)) };
  }
}

const NOBODY = { code: "approver_unavailable", reasoning: "Nobody decided while the step was held" };

interface Wait {
  readonly deps: GuardianDeps;
  readonly approvalId: string;
  readonly until: number;
  readonly closing: AbortSignal;
}

/** True when the time is up, false as soon as the item is no longer undecided. */
async function waitFor({ deps, approvalId, until, closing }: Wait): Promise<boolean> {
  for (;;) {
    const row = await deps.store.approval(approvalId);
    const now = deps.clock.now();
    const isOpen = row !== null && (row.state === "pending" || row.state === "prepared") && now < row.expiresAt;
    if (!isOpen) return false;
    if (now >= until || closing.aborted) return true;
    const patience = Math.min(until - now, row.expiresAt - now, LOOK_MS);
    await deps.wakeups.wait(`approval:${approvalId}`, patience, closing);
  }
}
