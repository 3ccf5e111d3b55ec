/** §7.6: what becomes of a liftable deny once a profile has all verdicts. */
import type { AgentContext, Verdict } from "../types";
import { type Combined, hostDeny, type Round } from "./round";

/** The deny, or the resolution that took its place. A resolution that cannot be applied denies, though it was approved. */
export async function consulted(
  round: Round,
  deny: Verdict,
  at: { readonly decidedBy: number | null; readonly context: AgentContext; readonly slots: Combined["slots"] },
): Promise<Combined> {
  const found = await round.consult(deny, at.context);
  if (found.kind === "stands") return { ...at, verdict: deny, resolutions: [] };
  const resolutions = [found.verdict];
  if (found.kind === "kept") return { ...at, verdict: found.verdict, resolutions, resolvedBy: "rejection" };
  if (found.verdict.decision !== "transform") {
    return { ...at, verdict: found.verdict, resolutions, resolvedBy: "approval" };
  }
  const applied = round.rewrite(at.context, found.verdict);
  if (applied.ok) {
    return { ...at, context: applied.value, verdict: found.verdict, resolutions, resolvedBy: "approval" };
  }
  return { ...at, verdict: hostDeny(applied.failure), decidedBy: null, resolutions, resolvedBy: "approval" };
}
