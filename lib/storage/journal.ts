/** The journal: the only writer of steps. Steps that wait at the same moment share a transaction (design: stage 7). */
import type { Pool } from "pg";
import type { CommitOutcome, Journal, StepPlan } from "../guardian/ports";
import { appendRecords } from "./journal/append-records";
import { commitBatch, type Outcomes } from "./journal/batch";
import { createNotifier, type Notifier } from "./journal/notify";
import { openSession } from "./journal/open-session";
import { StepQueue, type Waiting } from "./journal/queue";
import { createRefusals } from "./journal/refusals";

export interface JournalOptions {
  /** Transactions under way at once. */
  readonly lanes?: number;
  /** Steps in one transaction. */
  readonly maxBatch?: number;
  /** Of each statement, ms; waiting for a row lock is given up at three quarters of it. */
  readonly deadlineMs?: number;
}

export interface PgJournal extends Journal {
  /** Refusals that could not be written. */
  lostRefusals(): number;
  /** Resolves when nothing waits or is under way. The pool stays the caller's. */
  close(): Promise<void>;
}

const CLOSED: CommitOutcome = { kind: "failed", error: new Error("the journal is closed") };

export function createJournal(pool: Pool, options: JournalOptions = {}): PgJournal {
  const deadlineMs = options.deadlineMs ?? 2_000;
  const notifier = createNotifier(pool);
  const refusals = createRefusals(pool);
  const lanes = new Lanes({ pool, notifier, lanes: options.lanes ?? 2, maxBatch: options.maxBatch ?? 64, deadlineMs });
  return {
    commit: (plan) => lanes.commit(plan),
    openSession: async (plan) => {
      const opened = await openSession(pool, plan, deadlineMs);
      if (opened.kind === "committed") notifier.touched(plan.events.map((event) => event.topic));
      return opened;
    },
    appendRecords: async (plan) => {
      const outcome = await appendRecords(pool, plan, deadlineMs);
      if (outcome.kind === "committed") notifier.touched(outcome.written.events.map((event) => event.topic));
      return outcome;
    },
    refused: (row) => refusals.add(row),
    flush: () => refusals.flush(),
    lostRefusals: () => refusals.lost(),
    close: async () => {
      await lanes.close();
      await refusals.flush();
    },
  };
}

interface LaneOptions {
  readonly pool: Pool;
  readonly notifier: Notifier;
  readonly lanes: number;
  readonly maxBatch: number;
  readonly deadlineMs: number;
}

class Lanes {
  readonly #options: LaneOptions;
  readonly #queue = new StepQueue();
  readonly #running = new Set<Promise<void>>();
  #scheduled = false;
  #closed = false;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  commit(plan: StepPlan): Promise<CommitOutcome> {
    if (this.#closed) return Promise.resolve(CLOSED);
    return new Promise((resolve) => {
      this.#queue.push({ plan, resolve });
      this.#schedule();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    while (this.#scheduled || this.#running.size > 0 || this.#queue.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      await Promise.all(this.#running);
    }
  }

  /** After the sockets of this turn were read, so that their steps ride together. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#fill();
    });
  }

  #fill(): void {
    while (this.#running.size < this.#options.lanes) {
      const items = this.#queue.take(this.#options.maxBatch);
      if (items.length === 0) return;
      const run: Promise<void> = this.#run(items).finally(() => {
        this.#running.delete(run);
        this.#queue.done(items);
        this.#schedule();
      });
      this.#running.add(run);
    }
  }

  async #run(items: readonly Waiting[]): Promise<void> {
    const { pool, notifier, deadlineMs } = this.#options;
    const plans = items.map((item) => item.plan);
    const outcomes = await commitBatch(pool, plans, { deadlineMs }).catch((error: Error) => allFailed(plans, error));
    for (const { plan, resolve } of items) {
      resolve(outcomes.get(plan) ?? { kind: "failed", error: new Error("the batch left this step undecided") });
    }
    const committed = plans.filter((plan) => outcomes.get(plan)?.kind === "committed");
    notifier.touched(committed.flatMap((plan) => plan.events.map((event) => event.topic)));
  }
}

const allFailed = (plans: readonly StepPlan[], error: Error): Outcomes =>
  new Map(plans.map((plan) => [plan, { kind: "failed", error }]));
