/** Which component uses of each session are stored already, so that a plain step writes none (a guess: a repeat does no harm). */

import { fromPlainObject } from "../core/json/build";
import { canonicalText } from "../core/json/canonical";
import type { StepPlan } from "./ports";

const KEPT = 5_000;
const KEPT_OF_ONE = 500;

export class KnownUses {
  readonly #bySession = new Map<string, Set<string>>();

  /** The plan without those uses that a committed plan of this process has brought before. */
  without(plan: StepPlan): StepPlan {
    const known = this.#bySession.get(plan.sessionKey);
    if (!known || !plan.uses || plan.uses.length === 0) return plan;
    const uses = plan.uses.filter((use) => !known.has(keyOf(use)));
    return uses.length === plan.uses.length ? plan : { ...plan, uses };
  }

  committed(plan: StepPlan): void {
    if (!plan.uses || plan.uses.length === 0) return;
    const known = this.#bySession.get(plan.sessionKey) ?? new Set();
    if (known.size > KEPT_OF_ONE) known.clear();
    for (const use of plan.uses) known.add(keyOf(use));
    this.#bySession.delete(plan.sessionKey);
    this.#bySession.set(plan.sessionKey, known);
    const oldest = this.#bySession.keys().next();
    if (this.#bySession.size > KEPT && !oldest.done) this.#bySession.delete(oldest.value);
  }
}

const keyOf = (use: NonNullable<StepPlan["uses"]>[number]): string => canonicalText(fromPlainObject(use));
