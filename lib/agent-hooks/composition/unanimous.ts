/** §7.5 `parallel/unanimous`: all judge the same snapshot; anything but an allow of all is a disagreement. */
import { allowOf } from "./aggregate";
import { type Combined, hostDeny, type Round } from "./round";
import { synthesized } from "./strictest";

export async function unanimous(round: Round, onDisagreement: "deny" | "approval"): Promise<Combined> {
  const { context } = round;
  const slots = await Promise.all(round.indices.map((index) => round.judge(index, context)));
  const none = { context, slots, resolutions: [], decidedBy: null };
  if (slots.every(({ verdict }) => verdict.decision === "allow")) {
    return { ...none, verdict: allowOf(slots.map((slot) => slot.verdict)) };
  }
  return synthesized(round, { ...none, verdict: hostDeny("host_error:composition_disagreement") }, onDisagreement);
}
