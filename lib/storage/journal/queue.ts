/** Steps waiting for a transaction: at most one step of a session is under way at a time, in the order they came. */
import type { CommitOutcome, StepPlan } from "../../guardian/ports";
import { approvalsOf } from "./locked";

export interface Waiting {
  readonly plan: StepPlan;
  resolve(outcome: CommitOutcome): void;
}

export class StepQueue {
  #waiting: Waiting[] = [];
  readonly #busy = new Set<string>();

  get length(): number {
    return this.#waiting.length;
  }

  push(item: Waiting): void {
    this.#waiting.push(item);
  }

  /** Takes up to `limit` steps that touch neither each other's rows nor those of a batch under way. */
  take(limit: number): Waiting[] {
    const taken: Waiting[] = [];
    const kept: Waiting[] = [];
    const passed = new Set<string>();
    for (const [index, item] of this.#waiting.entries()) {
      if (taken.length === limit) {
        kept.push(...this.#waiting.slice(index));
        break;
      }
      const rows = rowsOf(item.plan);
      const free = rows.every((row) => !this.#busy.has(row) && !passed.has(row));
      for (const row of rows) passed.add(row);
      (free ? taken : kept).push(item);
    }
    for (const item of taken) for (const row of rowsOf(item.plan)) this.#busy.add(row);
    this.#waiting = kept;
    return taken;
  }

  done(items: readonly Waiting[]): void {
    for (const item of items) for (const row of rowsOf(item.plan)) this.#busy.delete(row);
  }
}

const rowsOf = (plan: StepPlan): string[] => [`s:${plan.sessionKey}`, ...approvalsOf(plan).map((id) => `a:${id}`)];
