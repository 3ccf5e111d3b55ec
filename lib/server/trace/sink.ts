/** One place that traces go to, and the bounded lane before it: its failures and its slowness stay its own. */
import type { TraceRecord } from "../../core/trace/record";
import { BoundedQueue, type QueueLimits } from "./bounded-queue";

export interface Sink {
  readonly name: string;
  /** Rejects when the records did not arrive, or not in time. */
  send(records: readonly TraceRecord[]): Promise<void>;
  /** Ends what is open at once. */
  close(): void;
}

export interface SinkStatus {
  readonly name: string;
  /** Records that arrived. */
  readonly emitted: number;
  /** Records that had to make room for later ones, or that were left at the end. */
  readonly dropped: number;
  /** Records that were sent and did not arrive. */
  readonly failed: number;
  readonly queued: number;
  /** Why the last failure failed: a code or a few words, never content. */
  readonly lastError: string | null;
}

export interface Weighed {
  readonly record: TraceRecord;
  readonly weight: number;
}

export const LANE_LIMITS: QueueLimits = { items: 4_096, weight: 32 * 1024 * 1024 };
const BATCH = 128;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

export class SinkLane {
  readonly #sink: Sink;
  readonly #queue: BoundedQueue<Weighed>;
  #counts = { emitted: 0, dropped: 0, failed: 0 };
  #lastError: string | null = null;
  /** Given to the sink, and nothing heard of it yet. */
  #underWay = 0;
  #pause = 0;
  #running: Promise<void> | null = null;
  #isClosed = false;
  #wake: () => void = () => undefined;

  constructor(sink: Sink, limits: QueueLimits = LANE_LIMITS) {
    this.#sink = sink;
    this.#queue = new BoundedQueue(limits, (item) => item.weight);
  }

  push(item: Weighed): void {
    this.#counts.dropped += this.#isClosed ? 1 : this.#queue.push(item);
    if (!this.#isClosed) this.#running ??= this.#run();
  }

  status(): SinkStatus {
    return {
      name: this.#sink.name,
      ...this.#counts,
      queued: this.#queue.length + this.#underWay,
      lastError: this.#lastError,
    };
  }

  /** Sends what is queued, for at most `ms`; the rest is dropped and counted. */
  async close(ms: number): Promise<void> {
    this.#pause = 0;
    this.#wake();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([this.#running ?? Promise.resolve(), deadline]);
    clearTimeout(timer);
    this.#isClosed = true;
    this.#settle("failed");
    this.#counts.dropped += this.#queue.take(this.#queue.length).length;
    this.#sink.close();
  }

  async #run(): Promise<void> {
    // let the records of this moment come together
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0 && !this.#isClosed) {
      const batch = this.#queue.take(BATCH);
      this.#underWay = batch.length;
      try {
        await this.#sink.send(batch.map(({ record }) => record));
        this.#settle("emitted");
        this.#pause = 0;
      } catch (error) {
        this.#settle("failed");
        this.#lastError = reasonOf(error);
        this.#pause = Math.min(LONGEST_PAUSE_MS, this.#pause === 0 ? FIRST_PAUSE_MS : this.#pause * 2);
        await this.#sleep(this.#pause);
      }
    }
    this.#running = null;
  }

  #settle(as: "emitted" | "failed"): void {
    this.#counts[as] += this.#underWay;
    this.#underWay = 0;
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function reasonOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (typeof code === "string" || typeof code === "number") return String(code);
  return error instanceof Error ? error.message.slice(0, 100) : "failed";
}

/** Rejects after `ms` with a few words; what it waited for is left to itself. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer in time")), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
