/** Wake-ups across processes: one LISTEN connection, fanned out to everybody in this process who waits. */
import { setMaxListeners } from "node:events";
import pg from "pg";
import type { Wakeups } from "../guardian/ports";
import { CHANNEL, EVERY_TOPIC, topicsOf } from "./journal/notify";

export interface PgWakeups extends Wakeups {
  /** Wakes everybody and ends the connection. */
  close(): Promise<void>;
}

const RETRY_MS = 250;
const RETRY_LIMIT_MS = 5_000;
const PING_MS = 15_000;

/** Connects at the first wait. While the connection is down waiters sleep out their time; when it is back all look again. */
export function createWakeups(url: string): PgWakeups {
  const waiters = new Waiters();
  const listener = new Listener(url, waiters);
  return {
    wait: (topic, ms, signal) => {
      listener.start();
      return waiters.wait(topic, ms, signal);
    },
    close: async () => {
      await listener.close();
      waiters.wakeAll();
    },
  };
}

class Waiters {
  readonly #byTopic = new Map<string, Set<() => void>>();

  wait(topic: string, ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waking = this.#byTopic.get(topic) ?? new Set();
      this.#byTopic.set(topic, waking);
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        waking.delete(done);
        if (waking.size === 0 && this.#byTopic.get(topic) === waking) this.#byTopic.delete(topic);
        resolve();
      };
      const timer = setTimeout(done, ms);
      waking.add(done);
      if (signal) setMaxListeners(0, signal);
      signal?.addEventListener("abort", done, { once: true });
    });
  }

  wake(topic: string): void {
    for (const done of [...(this.#byTopic.get(topic) ?? [])]) done();
  }

  wakeAll(): void {
    for (const topic of [...this.#byTopic.keys()]) this.wake(topic);
  }
}

class Listener {
  readonly #url: string;
  readonly #waiters: Waiters;
  #loop: Promise<void> | null = null;
  #client: pg.Client | null = null;
  #closed = false;
  #cutShort: () => void = () => undefined;

  constructor(url: string, waiters: Waiters) {
    this.#url = url;
    this.#waiters = waiters;
  }

  start(): void {
    if (!this.#closed) this.#loop ??= this.#run();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cutShort();
    await this.#client?.end().catch(() => undefined);
    await this.#loop;
  }

  async #run(): Promise<void> {
    let delay = RETRY_MS;
    while (!this.#closed) {
      const listened = await this.#listen().catch(() => false);
      delay = listened ? RETRY_MS : Math.min(delay * 2, RETRY_LIMIT_MS);
      if (!this.#closed) await this.#pause(delay);
    }
  }

  /** Listens until the connection ends; false when it never stood. */
  async #listen(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "guardian-wakeups",
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    this.#client = client;
    const ended = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
    });
    client.on("notification", (message) => this.#heard(message.payload ?? EVERY_TOPIC));
    // A connection that hangs is found by the ping and given up.
    const ping = setInterval(
      () => void client.query("SELECT 1").catch(() => void client.end().catch(() => undefined)),
      PING_MS,
    );
    ping.unref();
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      // What was said while nobody listened is lost: everybody looks again.
      this.#waiters.wakeAll();
      await ended;
      return true;
    } finally {
      clearInterval(ping);
      await client.end().catch(() => undefined);
    }
  }

  #heard(payload: string): void {
    for (const topic of topicsOf(payload)) {
      if (topic === EVERY_TOPIC) this.#waiters.wakeAll();
      else this.#waiters.wake(topic);
    }
    // A reader of the whole feed waits for EVERY_TOPIC.
    this.#waiters.wake(EVERY_TOPIC);
  }

  #pause(ms: number): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#cutShort = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
