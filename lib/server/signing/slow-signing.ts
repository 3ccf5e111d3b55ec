/** A few worker threads that make SLH-DSA keys and signatures, first come first served. Started at first use. */
import path from "node:path";
import { Worker } from "node:worker_threads";

export type SlowAlgorithm = "SLH-DSA-128s" | "SLH-DSA-128f";

interface Job {
  readonly message: {
    readonly algorithm: SlowAlgorithm;
    readonly data: Uint8Array | null;
    readonly secretKey?: Uint8Array;
  };
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

// found from the project's folder, where every process of the product runs: a bundle has no file beside itself
const FILE = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/server/signing/slow-worker.mjs");
const WORKERS = 2;

export class SlowSigning {
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Job>();
  readonly #queue: Job[] = [];
  #isClosed = false;

  generate(algorithm: SlowAlgorithm): Promise<{ readonly publicKey: Uint8Array; readonly secretKey: Uint8Array }> {
    return this.#ask({ algorithm, data: null });
  }

  sign(algorithm: SlowAlgorithm, secretKey: Uint8Array, data: Uint8Array): Promise<Uint8Array> {
    return this.#ask({ algorithm, data, secretKey });
  }

  /** Ends the threads. What they had not finished fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const workers = [...this.#idle, ...this.#busy.keys()];
    for (const job of this.#queue.splice(0)) job.reject(new Error("signing has ended"));
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #ask<T>(message: Job["message"]): Promise<T> {
    if (this.#isClosed) return Promise.reject(new Error("signing has ended"));
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ message, resolve: resolve as (value: unknown) => void, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#queue.length === 0) return;
    const worker = this.#idle.pop() ?? (this.#busy.size < WORKERS ? this.#start() : null);
    if (!worker) return;
    const job = this.#queue.shift() as Job;
    this.#busy.set(worker, job);
    worker.ref();
    worker.postMessage(job.message);
  }

  #start(): Worker {
    const worker = new Worker(/* turbopackIgnore: true */ FILE);
    worker.on("message", (made: unknown) => {
      const job = this.#busy.get(worker);
      this.#busy.delete(worker);
      // an idle thread keeps no process alive
      worker.unref();
      this.#idle.push(worker);
      job?.resolve(made);
      this.#next();
    });
    worker.on("error", (error) => this.#lose(worker, error));
    worker.on("exit", () => this.#lose(worker, new Error("a signing thread ended")));
    return worker;
  }

  #lose(worker: Worker, error: Error): void {
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    const job = this.#busy.get(worker);
    this.#busy.delete(worker);
    job?.reject(error);
    if (!this.#isClosed) this.#next();
  }
}
