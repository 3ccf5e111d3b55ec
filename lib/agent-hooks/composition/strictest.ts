/** §7.5 `parallel/strictest`: all judge the same snapshot; the strictest decides, and two transforms contradict. */
import type { Verdict } from "../types";
import { allowOf, isLiftable, strictest } from "./aggregate";
import { consulted } from "./consulted";
import { type Combined, hostDeny, type Round } from "./round";

export async function strictestOf(round: Round, onConflict: "deny" | "approval"): Promise<Combined> {
  const { context } = round;
  const slots = await Promise.all(round.indices.map((index) => round.judge(index, context)));
  const winners = strictest(slots);
  const [winner] = winners;
  const none = { context, slots, resolutions: [], decidedBy: null };
  if (!winner || winner.verdict.decision === "allow") {
    return { ...none, verdict: allowOf(slots.map((slot) => slot.verdict)) };
  }
  if (winner.verdict.decision === "transform" && winners.length > 1) {
    return synthesized(round, { ...none, verdict: hostDeny("host_error:transform_conflict") }, onConflict);
  }
  const at = { context, slots, decidedBy: winner.index };
  if (isLiftable(winner.verdict)) return consulted(round, winner.verdict, at);
  if (winner.verdict.decision === "deny") return { ...at, verdict: winner.verdict, resolutions: [] };
  const applied = round.rewrite(context, winner.verdict);
  if (!applied.ok) return { ...none, verdict: hostDeny(applied.failure) };
  return { ...at, verdict: winner.verdict, context: applied.value, resolutions: [] };
}

/** A deny that the profile itself made; liftable where the knob says so. */
export async function synthesized(round: Round, made: Combined, knob: "deny" | "approval"): Promise<Combined> {
  if (knob === "deny") return made;
  return consulted(round, { ...made.verdict, approval: {} } as Verdict, made);
}
