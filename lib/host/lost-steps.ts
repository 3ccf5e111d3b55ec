/** Requests whose answer never came: the Guardian may have released their action, once, in words that got lost. */
import { canonicalText } from "../core/json/canonical";
import type { JsonObject } from "../core/json/value";
import type { StepRef } from "./records";

export interface LostStep {
  readonly step: StepRef;
  readonly payload: JsonObject;
}

const KEPT = 64;

/** Remembers only steps that were not carried out; one that is taken back out is never offered twice. */
export class LostSteps {
  #lost: readonly LostStep[] = [];

  add(step: StepRef, payload: JsonObject): void {
    if (this.#lost.some((lost) => lost.step.requestId === step.requestId)) return;
    this.#lost = [...this.#lost, { step, payload }].slice(-KEPT);
  }

  /** The lost requests for exactly this action, newest first. */
  of(method: string, payload: JsonObject): readonly StepRef[] {
    const action = canonicalText(payload);
    const same = this.#lost.filter((lost) => lost.step.method === method && canonicalText(lost.payload) === action);
    return same.map((lost) => lost.step).reverse();
  }

  all(): readonly LostStep[] {
    return this.#lost;
  }

  /** True when it was still there: whoever gets true owns the answer. */
  take(step: StepRef): boolean {
    const before = this.#lost.length;
    this.#lost = this.#lost.filter((lost) => lost.step.requestId !== step.requestId);
    return this.#lost.length < before;
  }
}
