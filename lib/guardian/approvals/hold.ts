/**
 * The hold of a client that cannot ASK: its request waits for people, holding neither lane nor transaction, and is judged
 * again when they decided, or shortly before its timeout by what ACS §9.2 puts in place of ASK.
 */
import type { GuardianDeps } from "../deps";
import { failureAnswer } from "../failure-answer";
import type { RunOptions, StepOutcome } from "../run-step";
import type { AdmittedStep } from "../stages/admit";
import { bytesOf } from "../stages/answer";
import type { HeldItem } from "../stages/conclude";

export interface HoldInput {
  readonly deps: GuardianDeps;
  readonly step: AdmittedStep;
  readonly item: HeldItem;
  readonly rerun: (options: RunOptions) => Promise<StepOutcome>;
}

export async function holdStep({ deps, step, item, rerun }: HoldInput): Promise<Uint8Array> {
  const { timeout_config } = step.terms;
  const timeout = timeout_config.per_method_ms?.[step.method] ?? timeout_config.default_ms;
  const until = step.receivedAt + timeout - deps.limits.holdMarginMs - deps.limits.answerMarginMs;
  let waitOver = false;
  while (!waitOver) {
    const left = until - deps.clock.now();
    const row = await deps.store.approval(item.approvalId);
    const open =
      row !== null && (row.state === "pending" || row.state === "prepared") && deps.clock.now() < row.expiresAt;
    if (!open) break;
    waitOver = left <= 0;
    if (!waitOver)
      await deps.wakeups.wait(`approval:${item.approvalId}`, Math.min(left, row.expiresAt - deps.clock.now()));
  }
  const outcome = await rerun({ held: item, waitOver });
  if (outcome.kind === "answer") return outcome.bytes;
  return bytesOf(
    failureAnswer(deps, step, { code: "approver_unavailable", reasoning: "Nobody decided while the step was held" }),
  );
}
