/** The trace of this process: a bounded hand-over to the trace thread. A thread that is slow or gone only moves counters. */
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Handed, Trace } from "../../guardian/trace-port";
import { BoundedQueue, type QueueLimits } from "./bounded-queue";
import type { FromThread, ToThread } from "./messages";
import { weightOf } from "./record-weight";
import type { TraceSettings } from "./settings";
import type { SinkStatus } from "./sink";

export interface TraceStatus {
  /** Records handed over by decisions. */
  readonly handed: number;
  /** Pushed out before the thread took them. */
  readonly dropped: number;
  /** Lost with a thread that ended. */
  readonly lost: number;
  readonly waiting: number;
  readonly sinks: readonly SinkStatus[];
}

export interface ProcessTrace extends Trace {
  status(): TraceStatus;
  /** Sends what is there, for at most `ms`. */
  close(ms?: number): Promise<void>;
}

// found from the project's folder, where every process of the product runs: a bundle has no file beside itself
const FILE = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/server/trace/trace-worker.mjs");
const LIMITS: QueueLimits = { items: 4_096, weight: 32 * 1024 * 1024 };
const BATCH = 64;
const FLUSH_MS = 3_000;
const RESTART_MS = 1_000;

export interface TraceOptions {
  readonly log: (line: string, detail?: Record<string, string | number>) => void;
  readonly limits?: QueueLimits;
}

/** Null where no sink is set: then nothing is gathered at all. */
export function processTrace(settings: TraceSettings, options: TraceOptions): ProcessTrace | null {
  return settings.sinks.length === 0 ? null : new ThreadedTrace(settings, options);
}

class ThreadedTrace implements ProcessTrace {
  readonly #settings: TraceSettings;
  readonly #log: TraceOptions["log"];
  readonly #queue: BoundedQueue<Handed>;
  #worker: Worker | null = null;
  /** Posted and not yet taken. */
  #underWay = 0;
  #counts = { handed: 0, dropped: 0, lost: 0 };
  #sinks: readonly SinkStatus[] = [];
  #isScheduled = false;
  #isClosed = false;
  #ended: () => void = () => undefined;

  constructor(settings: TraceSettings, { log, limits = LIMITS }: TraceOptions) {
    this.#settings = settings;
    this.#log = log;
    this.#queue = new BoundedQueue(limits, weightOf);
    this.#start();
  }

  hand(record: Handed): void {
    this.#counts.handed += 1;
    this.#counts.dropped += this.#isClosed ? 1 : this.#queue.push(record);
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    // after the answer is written
    setImmediate(() => {
      this.#isScheduled = false;
      this.#post();
    });
  }

  status(): TraceStatus {
    return { ...this.#counts, waiting: this.#queue.length + this.#underWay, sinks: this.#sinks };
  }

  async close(ms = FLUSH_MS): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const until = performance.now() + ms;
    while (this.#worker && (this.#queue.length > 0 || this.#underWay > 0) && performance.now() < until) {
      this.#post();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    this.#counts.dropped += this.#queue.take(this.#queue.length).length;
    const worker = this.#worker;
    if (!worker) return;
    const left = Math.max(50, until - performance.now());
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, left + 500);
      this.#ended = () => {
        clearTimeout(late);
        resolve();
      };
      worker.postMessage({ kind: "close", ms: left } satisfies ToThread);
    });
    await worker.terminate();
    this.#counts.lost += this.#underWay;
    this.#underWay = 0;
  }

  #post(): void {
    if (!this.#worker || this.#underWay > 0 || this.#queue.length === 0) return;
    const records = this.#queue.take(BATCH);
    this.#underWay = records.length;
    this.#worker.postMessage({ kind: "records", records } satisfies ToThread);
  }

  #start(): void {
    const worker = new Worker(/* turbopackIgnore: true */ FILE, { workerData: this.#settings, execArgv: [] });
    // tracing keeps no process alive
    worker.unref();
    this.#worker = worker;
    worker.on("message", (message: FromThread) => this.#hear(message));
    worker.on("error", (error) => this.#log("trace thread failed", { error: String(error).slice(0, 200) }));
    worker.on("exit", () => this.#lose(worker));
  }

  #hear(message: FromThread): void {
    if (message.kind === "status") this.#sinks = message.sinks;
    else if (message.kind === "closed") this.#ended();
    else {
      this.#underWay = 0;
      this.#post();
    }
  }

  #lose(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#counts.lost += this.#underWay;
    this.#underWay = 0;
    this.#ended();
    if (this.#isClosed) return;
    setTimeout(() => {
      if (!this.#isClosed) this.#start();
    }, RESTART_MS).unref();
  }
}
