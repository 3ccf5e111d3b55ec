/** The live feed to one viewer: order, heartbeats, checks of the viewer, ends. Time is a number that the test moves. */
import { describe, expect, it } from "vitest";
import type { EventPage, StoredEvent } from "../storage/events";
import { eventFeed, FEED_TIMES, type Feed, type FeedViewer, mayHear } from "./events-stream";

const VIEWER: FeedViewer = { roles: ["approver"], revision: 3 };

const event = (at: number, topic: string, ref: string | null = null): StoredEvent => ({
  cursor: `e.${at}.${at}`,
  topic,
  ref,
  seq: at,
});

interface Script {
  readonly after?: string | null;
  readonly viewer?: FeedViewer;
  readonly pages: readonly EventPage[];
  readonly look?: () => FeedViewer | null;
  /** How long a wait lasts instead of its whole time. */
  readonly wake?: () => number | undefined;
}

/** Runs a feed over scripted pages; when they are used up, every read is quiet and every wait passes its time. */
function feedOf(script: Script) {
  const pages = [...script.pages];
  let now = 0;
  let cursor = script.after ?? "e.0.0";
  const asked: (string | null)[] = [];
  const feed: Feed = {
    viewer: script.viewer ?? VIEWER,
    after: script.after ?? null,
    read: async (after) => {
      asked.push(after);
      const page = pages.shift() ?? { kind: "events", events: [], cursor };
      cursor = page.cursor;
      return page;
    },
    arm: (ms) => async () => {
      now += script.wake?.() ?? ms;
    },
    settle: async (ms) => {
      now += ms;
    },
    look: async () => (script.look ?? (() => VIEWER))(),
    now: () => now,
    serverNow: () => 1_000_000 + now,
  };
  return { feed, asked, elapsed: () => now };
}

async function framesOf(
  feed: Feed,
  limit = 400,
): Promise<{ event: string; id?: string; data: Record<string, unknown> }[]> {
  const frames = [];
  const abort = new AbortController();
  for await (const text of eventFeed(feed, abort.signal)) {
    const kind = /^event: (.*)$/m.exec(text)?.[1];
    if (kind)
      frames.push({
        event: kind,
        id: /^id: (.*)$/m.exec(text)?.[1],
        data: JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? "{}"),
      });
    if (frames.length >= limit) abort.abort();
  }
  return frames;
}

const quiet = (cursor: string): EventPage => ({ kind: "events", events: [], cursor });

describe("the live feed", () => {
  it("tells a new reader where it stands and that it has resumed nothing", async () => {
    const { feed } = feedOf({ pages: [{ kind: "snapshot", cursor: "e.7.7" }] });
    expect((await framesOf(feed, 1))[0]).toEqual({
      event: "ready",
      id: "e.7.7",
      data: { now: 1_000_000, resumed: false },
    });
  });

  it("goes on after the cursor of a reader who comes back, and loses nothing", async () => {
    const { feed, asked } = feedOf({
      after: "e.3.3",
      pages: [
        quiet("e.3.3"),
        { kind: "events", events: [event(4, "approvals"), event(5, "sessions")], cursor: "e.5.5" },
      ],
    });
    const frames = await framesOf(feed, 3);
    expect(frames.map((frame) => frame.event)).toEqual(["ready", "change", "change"]);
    expect(frames[0]?.data.resumed).toBe(true);
    expect(frames[2]).toMatchObject({ id: "e.5.5", data: { topic: "sessions", id: null, seq: 5 } });
    expect(asked).toEqual(["e.3.3", "e.3.3"]);
  });

  it("orders a snapshot for a cursor of another epoch or from before what is kept", async () => {
    const { feed } = feedOf({ after: "old.9.9", pages: [{ kind: "snapshot", cursor: "e.4.4" }] });
    const frames = await framesOf(feed, 2);
    expect(frames.map((frame) => [frame.event, frame.id])).toEqual([
      ["snapshot", "e.4.4"],
      ["ready", "e.4.4"],
    ]);
  });

  it("orders a snapshot when the store changes under an open stream", async () => {
    const { feed } = feedOf({ after: "e.1.1", pages: [quiet("e.1.1"), { kind: "snapshot", cursor: "f.1.1" }] });
    expect((await framesOf(feed, 2))[1]).toMatchObject({ event: "snapshot", id: "f.1.1" });
  });

  it("beats at least every 20 seconds with the server's time, and ends on purpose", async () => {
    const { feed, elapsed } = feedOf({ after: "e.1.1", pages: [] });
    const frames = await framesOf(feed);
    const times = frames.map((frame) => Number(frame.data.now));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(20_000);
    expect(elapsed()).toBeGreaterThanOrEqual(FEED_TIMES.lifeMs);
    expect(elapsed()).toBeLessThan(FEED_TIMES.lifeMs + 20_000);
  });

  it("ends within 25 seconds once the viewer is disabled or demoted", async () => {
    for (const changed of [null, { roles: [], revision: 4 }]) {
      const { feed, elapsed } = feedOf({ after: "e.1.1", pages: [], look: () => changed });
      await framesOf(feed);
      expect(elapsed()).toBeLessThanOrEqual(25_000);
    }
  });

  it("looks at the viewer at once when people changed, before it tells anything more", async () => {
    const pages: EventPage[] = [
      quiet("e.1.1"),
      { kind: "events", events: [event(2, "people"), event(3, "approvals")], cursor: "e.3.3" },
    ];
    const { feed, elapsed } = feedOf({ after: "e.1.1", pages, look: () => ({ roles: [], revision: 4 }) });
    expect((await framesOf(feed)).map((frame) => frame.event)).toEqual(["ready", "snapshot"]);
    expect(elapsed()).toBe(0);
  });

  it("tells a topic that changed many times once, at its last place", async () => {
    const events = [event(2, "approvals"), event(3, "sessions"), event(4, "approvals"), event(5, "approval:a", "a")];
    const { feed } = feedOf({ after: "e.1.1", pages: [quiet("e.1.1"), { kind: "events", events, cursor: "e.5.5" }] });
    const changes = (await framesOf(feed, 4)).slice(1);
    expect(changes.map((frame) => [frame.data.topic, frame.id])).toEqual([
      ["sessions", "e.3.3"],
      ["approvals", "e.4.4"],
      ["approval:a", "e.5.5"],
    ]);
  });

  it("looks again soon when it was woken and found nothing yet", async () => {
    const pages: EventPage[] = [quiet("e.1.1"), quiet("e.1.1"), quiet("e.1.1")];
    pages.push({ kind: "events", events: [event(2, "approvals")], cursor: "e.2.2" });
    const waits = [30];
    const { feed, elapsed } = feedOf({ after: "e.1.1", pages, wake: () => waits.shift() });
    expect((await framesOf(feed, 2)).map((frame) => frame.event)).toEqual(["ready", "change"]);
    expect(elapsed()).toBeLessThan(500);
  });

  it("keeps back topics that the viewer may not read, and passes their place all the same", async () => {
    const events = [event(2, "agents"), event(3, "people"), event(4, "something:new")];
    const { feed, asked } = feedOf({
      after: "e.1.1",
      pages: [quiet("e.1.1"), { kind: "events", events, cursor: "e.4.4" }],
    });
    const frames = await framesOf(feed, 2);
    expect(frames.map((frame) => [frame.event, frame.id])).toEqual([
      ["ready", "e.1.1"],
      ["heartbeat", "e.4.4"],
    ]);
    expect(asked.at(-1)).toBe("e.4.4");
  });
});

describe("who hears what", () => {
  it("follows the access table", () => {
    expect(mayHear(["approver"], "approval:apr_1")).toBe(true);
    expect(mayHear(["approver"], "people")).toBe(false);
    expect(mayHear(["admin"], "people")).toBe(true);
    expect(mayHear([], "approvals")).toBe(false);
    expect(mayHear(["admin", "analyst", "approver"], "unknown")).toBe(false);
  });
});
