/** A few worker threads that make SLH-DSA keys and signatures and check them, first come first served. Started at first use. */
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { SlowAlgorithm } from "../../core/signing/algorithms";
import type { SignedData } from "../../core/signing/scheme";
import { SLH_DSA } from "../../core/signing/slh-dsa";

interface Job {
  readonly message: {
    readonly algorithm: SlowAlgorithm;
    readonly data: Uint8Array | null;
    readonly secretKey?: Uint8Array;
    readonly publicKey?: Uint8Array;
    readonly signature?: Uint8Array;
  };
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

// found from the project's folder, where every process of the product runs: a bundle has no file beside itself
const FILE = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/server/signing/slow-worker.mjs");
/** Checks that may wait: more come from somebody who has no key, and waiting would help nobody. */
const MAX_WAITING = 256;

export class SlowSigning {
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Job>();
  readonly #queue: Job[] = [];
  readonly #most: number;
  #isClosed = false;

  constructor({ threads = 2 }: { readonly threads?: number } = {}) {
    this.#most = threads;
  }

  generate(algorithm: SlowAlgorithm): Promise<{ readonly publicKey: Uint8Array; readonly secretKey: Uint8Array }> {
    return this.#ask({ algorithm, data: null });
  }

  sign(algorithm: SlowAlgorithm, secretKey: Uint8Array, data: Uint8Array): Promise<Uint8Array> {
    return this.#ask({ algorithm, data, secretKey });
  }

  /** False for whatever does not verify. Rejects where too many wait already. */
  verify(algorithm: SlowAlgorithm, publicKey: Uint8Array, { data, signature }: SignedData): Promise<boolean> {
    const { lengths } = SLH_DSA[algorithm];
    const fits = signature.length === lengths.signature && publicKey.length === lengths.publicKey;
    if (!fits) return Promise.resolve(false);
    if (this.#queue.length >= MAX_WAITING) return Promise.reject(new Error("too many signatures wait to be checked"));
    return this.#ask({ algorithm, data, publicKey, signature });
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
    const worker = this.#idle.pop() ?? (this.#busy.size < this.#most ? this.#start() : null);
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
