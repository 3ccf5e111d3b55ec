/**
 * Which component uses of each session were stored a moment ago, so that a plain step writes none. Only a guess: a repeat
 * does no harm, and what is counted of a busy tool is minutes rather than calls.
 */

import { fromPlainObject } from "../core/json/build";
import { canonicalText } from "../core/json/canonical";
import type { StepPlan } from "./ports";

const KEPT = 5_000;
const KEPT_OF_ONE = 500;
const STORED_ANEW_MS = 60_000;

export class KnownUses {
  readonly #bySession = new Map<string, Map<string, number>>();

  /** The plan without those uses that a committed plan of this process has brought before. */
  without(plan: StepPlan): StepPlan {
    const known = this.#bySession.get(plan.sessionKey);
    if (!known || !plan.uses || plan.uses.length === 0) return plan;
    const since = performance.now() - STORED_ANEW_MS;
    const uses = plan.uses.filter((use) => (known.get(keyOf(use)) ?? Number.NEGATIVE_INFINITY) < since);
    return uses.length === plan.uses.length ? plan : { ...plan, uses };
  }

  committed(plan: StepPlan): void {
    if (!plan.uses || plan.uses.length === 0) return;
    const known = this.#bySession.get(plan.sessionKey) ?? new Map<string, number>();
    if (known.size > KEPT_OF_ONE) known.clear();
    for (const use of plan.uses) known.set(keyOf(use), performance.now());
    this.#bySession.delete(plan.sessionKey);
    this.#bySession.set(plan.sessionKey, known);
    const oldest = this.#bySession.keys().next();
    if (this.#bySession.size > KEPT && !oldest.done) this.#bySession.delete(oldest.value);
  }
}

const keyOf = (use: NonNullable<StepPlan["uses"]>[number]): string => canonicalText(fromPlainObject(use));
