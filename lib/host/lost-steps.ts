/** Requests whose answer never came: the Guardian may have released their action, once, in words that got lost. */
import { canonicalText } from "../core/json/canonical";
import type { JsonObject } from "../core/json/value";
import type { StepRef } from "./records";

interface Lost {
  readonly step: StepRef;
  readonly action: string;
}

const KEPT = 64;

/** Remembers only steps that were not carried out; one that is taken back out is never offered twice. */
export class LostSteps {
  #lost: readonly Lost[] = [];

  add(step: StepRef, payload: JsonObject): void {
    this.#lost = [...this.#lost, { step, action: canonicalText(payload) }].slice(-KEPT);
  }

  /** The lost requests for exactly this action, newest first. */
  of(method: string, payload: JsonObject): readonly StepRef[] {
    const action = canonicalText(payload);
    const same = this.#lost.filter((lost) => lost.action === action && lost.step.method === method);
    return same.map((lost) => lost.step).reverse();
  }

  /** True when it was still there: whoever gets true owns the answer. */
  take(step: StepRef): boolean {
    const before = this.#lost.length;
    this.#lost = this.#lost.filter((lost) => lost.step.requestId !== step.requestId);
    return this.#lost.length < before;
  }
}
