/** The browser's end of the live feed, in a browser of a few lines: an event source, a page that can hide, a clock. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveFeed } from "./live-feed";

class Source extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: Source[] = [];
  readyState = 1;
  onerror: (() => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Source.opened.push(this);
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
  say(type: string, data: unknown, lastEventId = ""): void {
    this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data), lastEventId }));
  }
  fail(readyState: number): void {
    this.readyState = readyState;
    this.onerror?.();
  }
}

class FakePage extends EventTarget {
  visibilityState = "visible";
  show(visibilityState: string): void {
    this.visibilityState = visibilityState;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

let page: FakePage;
let heard: string[];
let feed: LiveFeed;
const latest = (): Source => {
  const source = Source.opened.at(-1);
  if (!source) throw new Error("no stream was opened");
  return source;
};

beforeEach(() => {
  vi.useFakeTimers();
  Source.opened.length = 0;
  page = new FakePage();
  heard = [];
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("navigator", { onLine: true });
  feed = new LiveFeed("/api/events", {
    onChange: ({ topic, id }) => heard.push(`${topic} ${id}`),
    onSnapshot: () => heard.push("snapshot"),
    onReset: () => heard.push("reset"),
    onServerTime: () => undefined,
    onRefused: () => heard.push("refused"),
  });
  feed.start();
});
afterEach(() => {
  feed.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ready = (resumed = false) => latest().say("ready", { now: 5, resumed }, "e.1.1");

describe("the live feed in the browser", () => {
  it("takes everything afresh when it begins, for what changed since the page was drawn", () => {
    ready();
    expect(heard).toEqual(["snapshot"]);
    expect(feed.status().state).toBe("live");
  });

  it("passes changes on, and a reset", () => {
    ready(true);
    latest().say("change", { topic: "approvals", id: "apr_1", seq: null }, "e.2.2");
    latest().say("snapshot", {}, "e.9.9");
    latest().say("change", "no object", "e.9.10");
    expect(heard).toEqual(["approvals apr_1", "reset"]);
  });

  it("notices a line that died in silence and goes on after the last change", () => {
    ready(true);
    latest().say("change", { topic: "sessions", id: null, seq: 4 }, "e.7.7");
    vi.advanceTimersByTime(60_000);
    expect(Source.opened).toHaveLength(2);
    expect(latest().url).toBe("/api/events?after=e.7.7");
    expect(feed.status().state).toBe("reconnecting");
    ready(true);
    expect(feed.status().state).toBe("live");
  });

  it("stays on a line that beats", () => {
    ready(true);
    for (let beat = 0; beat < 20; beat += 1) {
      vi.advanceTimersByTime(15_000);
      latest().say("heartbeat", { now: 1 }, "e.1.1");
    }
    expect(Source.opened).toHaveLength(1);
  });

  it("looks again at once when the lid is opened after a sleep", () => {
    ready(true);
    page.show("hidden");
    vi.setSystemTime(Date.now() + 3_600_000);
    page.show("visible");
    expect(latest().url).toBe("/api/events?after=e.1.1");
  });

  it("gives its connection back in the background and goes on from its cursor", () => {
    ready(true);
    page.show("hidden");
    vi.advanceTimersByTime(120_000);
    expect(latest().readyState).toBe(Source.CLOSED);
    expect(Source.opened).toHaveLength(1);
    page.show("visible");
    expect(Source.opened).toHaveLength(2);
    expect(latest().url).toBe("/api/events?after=e.1.1");
  });

  it("tells being refused from being cut off", async () => {
    ready(true);
    vi.stubGlobal("fetch", async () => new Response(null, { status: 502 }));
    latest().fail(Source.CLOSED);
    expect(feed.status().state).toBe("reconnecting");
    await vi.advanceTimersByTimeAsync(600);
    expect(Source.opened).toHaveLength(2);
    vi.stubGlobal("fetch", async () => new Response(null, { status: 401 }));
    latest().fail(Source.CLOSED);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(heard).toContain("refused");
    expect(Source.opened).toHaveLength(2);
  });

  it("is offline without a network, and opens nothing once stopped", () => {
    window.dispatchEvent(new Event("offline"));
    expect(feed.status().state).toBe("offline");
    feed.stop();
    window.dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(300_000);
    expect(Source.opened).toHaveLength(1);
  });
});
