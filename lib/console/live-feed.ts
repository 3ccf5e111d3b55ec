/**
 * The browser's end of the live feed. Keeps the last cursor, notices silence (a lid closed, a proxy gone), and
 * reconnects from that cursor, so that no change is lost; a snapshot order makes everything be read again.
 */

export type LiveState = "connecting" | "live" | "reconnecting" | "offline";

export interface LiveStatus {
  readonly state: LiveState;
  /** ms since the epoch by this machine's clock: since when the state holds. */
  readonly since: number;
}

export interface LiveChange {
  readonly topic: string;
  readonly id: string | null;
  readonly seq: number | null;
}

export interface LiveHandlers {
  readonly onChange: (change: LiveChange) => void;
  /** Cached reads may be old: what happened between drawing the page and the start of the stream is not known. */
  readonly onSnapshot: () => void;
  /** The server says so: everything on screen, also what it drew itself, has to be taken afresh. */
  readonly onReset: () => void;
  readonly onServerTime: (ms: number) => void;
  /** The server refused the stream for good (signed out or no longer permitted). */
  readonly onRefused: () => void;
}

/** A tab in the background gives its connection back: browsers have six for one host. It goes on from its cursor. */
const HIDDEN_MS = 30_000;
/** Heartbeats come at least every 20 s; two missed ones mean that the line is dead. */
const SILENCE_MS = 42_000;
const RETRY_MS = [500, 1000, 2000, 5000, 10_000] as const;

export class LiveFeed {
  readonly #url: string;
  readonly #handlers: LiveHandlers;
  readonly #listeners = new Set<() => void>();
  #source: EventSource | null = null;
  #cursor: string | null = null;
  #status: LiveStatus = { state: "connecting", since: 0 };
  #heardAt = 0;
  #hiddenAt = Date.now();
  #attempt = 0;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(url: string, handlers: LiveHandlers) {
    this.#url = url;
    this.#handlers = handlers;
  }

  start(): void {
    this.#connect();
    const watch = setInterval(this.#watch, 5000);
    this.#timers.push(watch);
    document.addEventListener("visibilitychange", this.#wake);
    window.addEventListener("online", this.#retryNow);
    window.addEventListener("offline", this.#goOffline);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#source?.close();
    this.#source = null;
    document.removeEventListener("visibilitychange", this.#wake);
    window.removeEventListener("online", this.#retryNow);
    window.removeEventListener("offline", this.#goOffline);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly status = (): LiveStatus => this.#status;

  #set(state: LiveState): void {
    if (state === this.#status.state) return;
    this.#status = { state, since: Date.now() };
    for (const listener of this.#listeners) listener();
  }

  #connect(): void {
    this.#source?.close();
    const url = this.#cursor === null ? this.#url : `${this.#url}?after=${encodeURIComponent(this.#cursor)}`;
    const source = new EventSource(url);
    this.#source = source;
    this.#heardAt = Date.now();
    source.addEventListener("ready", this.#onBeat);
    source.addEventListener("heartbeat", this.#onBeat);
    source.addEventListener("change", this.#onChange);
    source.addEventListener("snapshot", this.#onSnapshot);
    source.onerror = () => this.#onError(source);
  }

  #heard(event: MessageEvent<string>): void {
    this.#heardAt = Date.now();
    this.#attempt = 0;
    if (event.lastEventId !== "") this.#cursor = event.lastEventId;
    this.#set("live");
  }

  readonly #onBeat = (event: MessageEvent<string>): void => {
    this.#heard(event);
    const now = readMember(event.data, "now");
    if (typeof now === "number") this.#handlers.onServerTime(now);
    // A first connection knows nothing of what happened between rendering and now.
    if (event.type === "ready" && readMember(event.data, "resumed") !== true) this.#handlers.onSnapshot();
  };

  readonly #onChange = (event: MessageEvent<string>): void => {
    this.#heard(event);
    const topic = readMember(event.data, "topic");
    const id = readMember(event.data, "id");
    const seq = readMember(event.data, "seq");
    if (typeof topic !== "string") return;
    this.#handlers.onChange({
      topic,
      id: typeof id === "string" ? id : null,
      seq: typeof seq === "number" ? seq : null,
    });
  };

  readonly #onSnapshot = (event: MessageEvent<string>): void => {
    this.#heard(event);
    this.#handlers.onReset();
  };

  #onError(source: EventSource): void {
    if (source !== this.#source) return;
    this.#set(navigator.onLine ? "reconnecting" : "offline");
    if (source.readyState !== EventSource.CLOSED) return;
    // The browser gives up on any answer that is not a stream: find out whether we are refused, else try again.
    const wait = RETRY_MS[Math.min(this.#attempt++, RETRY_MS.length - 1)] ?? 10_000;
    this.#timers.push(setTimeout(() => this.#probe(source), wait));
  }

  async #probe(source: EventSource): Promise<void> {
    if (source !== this.#source) return;
    const answer = await fetch(`${this.#url}?probe=1`, { cache: "no-store" }).catch(() => null);
    if (source !== this.#source) return;
    if (answer && (answer.status === 401 || answer.status === 403)) this.#handlers.onRefused();
    else this.#connect();
  }

  readonly #watch = (): void => {
    const isHidden = document.visibilityState === "hidden";
    if (isHidden && this.#cursor !== null && Date.now() - this.#hiddenAt > HIDDEN_MS) this.#pause();
    if (this.#source === null) return;
    if (navigator.onLine && Date.now() - this.#heardAt > SILENCE_MS) this.#retryNow();
  };

  readonly #wake = (): void => {
    this.#hiddenAt = Date.now();
    if (document.visibilityState === "hidden") return;
    if (this.#source === null || Date.now() - this.#heardAt > SILENCE_MS / 2) this.#retryNow();
  };

  #pause(): void {
    this.#source?.close();
    this.#source = null;
  }

  readonly #retryNow = (): void => {
    this.#set("reconnecting");
    this.#connect();
  };

  readonly #goOffline = (): void => this.#set("offline");
}

function readMember(text: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  } catch {
    return undefined;
  }
}
