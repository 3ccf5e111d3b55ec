/**
 * The live feed to one viewer: committed changes in order, heartbeats with the server's time, the viewer checked again
 * and again, and an end on purpose. It carries topics, never data.
 */
import { can, type Permission } from "../core/access";
import type { EventPage, StoredEvent } from "../storage/events";
import { type Frame, frameText, retryText } from "./sse";

export interface FeedViewer {
  readonly roles: readonly string[];
  readonly revision: number;
}

export interface Feed {
  readonly viewer: FeedViewer;
  /** The cursor to go on after, or null. */
  readonly after: string | null;
  readonly read: (after: string | null) => Promise<EventPage>;
  /**
   * Starts listening; the function given back resolves at the first change of anything since then, or after `ms`. Called
   * before reading, so that a change which lands beside the reading wakes all the same.
   */
  readonly arm: (ms: number, signal: AbortSignal) => () => Promise<void>;
  readonly settle: (ms: number) => Promise<void>;
  /** The viewer as the database has it now; null when signed out or disabled. */
  readonly look: () => Promise<FeedViewer | null>;
  /** ms; only differences count. */
  readonly now: () => number;
  /** ms since the epoch, told to the browser. */
  readonly serverNow: () => number;
}

/**
 * `retries`: a woken reader that finds nothing looks again soon: what woke it stands behind a transaction that is still
 * running, and nobody announces the end of that one.
 */
export const FEED_TIMES = {
  heartbeatMs: 15_000,
  checkMs: 20_000,
  lifeMs: 600_000,
  settleMs: 100,
  againMs: 200,
  retries: 20,
  retryMs: 1_000,
} as const;

/** Which permission a topic needs. A topic that is not named here is told to nobody. */
const NEEDS: readonly (readonly [RegExp, Permission])[] = [
  [/^approvals$|^approval:/, "approvals.read"],
  [/^sessions$|^session:/, "sessions.read"],
  [/^agents$/, "agents.read"],
  [/^people$/, "people.manage"],
  [/^policy$/, "policy.read"],
  [/^audit$/, "audit.read"],
];

export function mayHear(roles: readonly string[], topic: string): boolean {
  return NEEDS.some(([pattern, permission]) => pattern.test(topic) && can(roles, permission));
}

/** Where a stream stands; times in ms. */
interface Place {
  readonly started: number;
  cursor: string | null;
  sent: number;
  checked: number;
  retries: number;
}

/** Text chunks of the stream, until the signal, the end of its life, or a change of the viewer. */
export async function* eventFeed(feed: Feed, signal: AbortSignal): AsyncGenerator<string> {
  const now = feed.now();
  const place: Place = { started: now, cursor: feed.after, sent: now, checked: now, retries: 0 };
  yield retryText(FEED_TIMES.retryMs);
  yield* opening(feed, place);
  while (!signal.aborted && feed.now() - place.started < FEED_TIMES.lifeMs) {
    const ms = place.retries > 0 ? FEED_TIMES.againMs : pause(feed.now(), place);
    const changed = feed.arm(ms, signal);
    const page = await feed.read(place.cursor);
    const touched = page.kind === "events" ? page.events : [];
    if (page.kind === "snapshot" && page.cursor !== place.cursor) yield send(feed, place, snapshot(page.cursor));
    const verdict = await viewerNow(feed, place, touched);
    // What is on screen was drawn for other roles: drawn again, it is refused or shows what is allowed now.
    if (verdict === "changed") yield send(feed, place, snapshot(place.cursor));
    if (verdict !== "same") return;
    for (const frame of framesOf(touched, feed.viewer.roles)) yield send(feed, place, frame);
    place.cursor = page.cursor;
    if (feed.now() - place.sent >= FEED_TIMES.heartbeatMs) {
      yield send(feed, place, { event: "heartbeat", id: place.cursor, data: { now: feed.serverNow() } });
    }
    await rest(feed, place, { touched: touched.length > 0, changed, ms });
  }
}

function send(feed: Feed, place: Place, frame: Frame): string {
  place.sent = feed.now();
  return frameText(frame);
}

const snapshot = (cursor: string | null): Frame => ({ event: "snapshot", id: cursor ?? undefined, data: {} });

/** Tells the reader whether it goes on where it was. */
async function* opening(feed: Feed, place: Place): AsyncGenerator<string> {
  const first = await feed.read(place.cursor);
  const resumed = first.kind === "events" && place.cursor !== null;
  if (first.kind === "snapshot") {
    const isLost = place.cursor !== null && place.cursor !== first.cursor;
    place.cursor = first.cursor;
    if (isLost) yield send(feed, place, snapshot(place.cursor));
  }
  const data = { now: feed.serverNow(), resumed };
  yield send(feed, place, { event: "ready", id: place.cursor ?? undefined, data });
}

/** Looks at the viewer when people changed, and every 20 seconds. */
async function viewerNow(
  feed: Feed,
  place: Place,
  touched: readonly StoredEvent[],
): Promise<"same" | "changed" | "gone"> {
  const mustLook = touched.some((event) => event.topic === "people");
  if (!mustLook && feed.now() - place.checked < FEED_TIMES.checkMs) return "same";
  const seen = await feed.look();
  place.checked = feed.now();
  if (seen === null) return "gone";
  return seen.revision === feed.viewer.revision ? "same" : "changed";
}

interface Turn {
  readonly touched: boolean;
  readonly changed: () => Promise<void>;
  readonly ms: number;
}

async function rest(feed: Feed, place: Place, { touched, changed, ms }: Turn): Promise<void> {
  if (touched) {
    place.retries = 0;
    // Under load, changes are gathered for a moment instead of told one by one.
    return feed.settle(FEED_TIMES.settleMs);
  }
  const before = feed.now();
  await changed();
  const isWoken = place.retries === 0 && feed.now() - before < ms - 1;
  place.retries = isWoken ? FEED_TIMES.retries : Math.max(0, place.retries - 1);
}

const pause = (now: number, times: { readonly sent: number; readonly checked: number }): number =>
  Math.max(50, Math.min(times.sent + FEED_TIMES.heartbeatMs, times.checked + FEED_TIMES.checkMs) - now);

/** A topic that changed many times within a page is told once, at its last place. */
function framesOf(events: readonly StoredEvent[], roles: readonly string[]): readonly Frame[] {
  const last = new Map<string, StoredEvent>();
  for (const event of events) {
    const key = `${event.topic} ${event.ref ?? ""}`;
    last.delete(key);
    if (mayHear(roles, event.topic)) last.set(key, event);
  }
  return [...last.values()].map(({ cursor, topic, ref, seq }) => ({
    event: "change",
    id: cursor,
    data: { topic, id: ref, seq },
  }));
}
