/** §7.4 `sequential/first_deny`: each sees earlier transforms; the first deny that nobody lifts ends it. */
import type { AgentContext, Verdict } from "../types";
import { allowOf, isLiftable } from "./aggregate";
import { type Combined, hostDeny, type Round, type Slot } from "./round";

interface Fold {
  context: AgentContext;
  readonly slots: Slot[];
  readonly resolutions: Verdict[];
  /** In the order in which they took effect, resolutions in the place of what they lifted. */
  readonly effective: Verdict[];
  last: { readonly verdict: Verdict; readonly index: number } | null;
  resolvedBy?: "approval" | "rejection";
}

/** A verdict that ends the fold, or null to go on. */
type Ending = Pick<Combined, "verdict" | "decidedBy"> | null;

export async function firstDeny(round: Round, onApproval: "stop" | "resume"): Promise<Combined> {
  const fold: Fold = { context: round.context, slots: [], resolutions: [], effective: [], last: null };
  for (const index of round.indices) {
    const slot = await round.judge(index, fold.context);
    fold.slots.push(slot);
    const ending = isLiftable(slot.verdict) ? await lift(round, fold, { slot, onApproval }) : take(round, fold, slot);
    if (ending) return combine(round, fold, ending);
  }
  return combine(round, fold, {
    verdict: fold.last?.verdict ?? allowOf(fold.effective),
    decidedBy: fold.last?.index ?? null,
  });
}

async function lift(
  round: Round,
  fold: Fold,
  { slot, onApproval }: { slot: Slot; onApproval: "stop" | "resume" },
): Promise<Ending> {
  const found = await round.consult(slot.verdict, fold.context);
  if (found.kind === "stands") return { verdict: slot.verdict, decidedBy: slot.index };
  fold.resolutions.push(found.verdict);
  fold.resolvedBy = found.kind === "lifted" ? "approval" : "rejection";
  const ending = take(round, fold, { ...slot, verdict: found.verdict });
  if (ending || onApproval === "resume") return ending;
  return { verdict: found.verdict, decidedBy: slot.index };
}

function take(round: Round, fold: Fold, { verdict, index }: Slot): Ending {
  if (verdict.decision === "deny") return { verdict, decidedBy: index };
  fold.effective.push(verdict);
  if (verdict.decision === "allow") return null;
  const applied = round.rewrite(fold.context, verdict);
  if (!applied.ok) return { verdict: hostDeny(applied.failure), decidedBy: null };
  fold.context = applied.value;
  fold.last = { verdict, index };
  return null;
}

function combine(round: Round, fold: Fold, ending: NonNullable<Ending>): Combined {
  const { context, slots, resolutions, resolvedBy } = fold;
  return { ...ending, context, slots, resolutions, resolvedBy, truncated: slots.length < round.indices.length };
}
