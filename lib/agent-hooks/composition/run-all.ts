/** §7.4 `sequential/run_all`: all judge, each sees earlier transforms; the strictest decides. */
import { allowOf, isLiftable, strictest } from "./aggregate";
import { consulted } from "./consulted";
import { type Combined, hostDeny, type Round, type Slot } from "./round";

export async function runAll(round: Round): Promise<Combined> {
  let { context } = round;
  const slots: Slot[] = [];
  for (const index of round.indices) {
    const slot = await round.judge(index, context);
    slots.push(slot);
    if (slot.verdict.decision !== "transform") continue;
    const applied = round.rewrite(context, slot.verdict);
    if (!applied.ok) {
      const truncated = slots.length < round.indices.length;
      return { verdict: hostDeny(applied.failure), decidedBy: null, context, slots, resolutions: [], truncated };
    }
    context = applied.value;
  }
  return { ...(await decide(round, { slots, context })), truncated: false };
}

async function decide(round: Round, { slots, context }: Pick<Combined, "slots" | "context">): Promise<Combined> {
  const winners = strictest(slots);
  const [first] = winners;
  // transforms built on each other, so the last one stands for all
  const winner = first?.verdict.decision === "transform" ? winners.at(-1) : first;
  if (!winner || winner.verdict.decision === "allow") {
    const verdict = allowOf(slots.map((slot) => slot.verdict));
    return { verdict, decidedBy: null, context, slots, resolutions: [] };
  }
  const at = { decidedBy: winner.index, context, slots };
  if (isLiftable(winner.verdict)) return consulted(round, winner.verdict, at);
  return { ...at, verdict: winner.verdict, resolutions: [] };
}
