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

/** Text chunks of the stream, until the signal, the end of its life, or a change of the viewer. */
export async function* eventFeed(feed: Feed, signal: AbortSignal): AsyncGenerator<string> {
  const start = feed.now();
  const times = { sent: start, checked: start };
  const send = (frame: Frame): string => {
    times.sent = feed.now();
    return frameText(frame);
  };
  let cursor = feed.after;
  yield retryText(FEED_TIMES.retryMs);
  const first = await feed.read(cursor);
  const resumed = first.kind === "events" && cursor !== null;
  if (first.kind === "snapshot") {
    const isLost = cursor !== null && cursor !== first.cursor;
    cursor = first.cursor;
    if (isLost) yield send({ event: "snapshot", id: cursor, data: {} });
  }
  yield send({ event: "ready", id: cursor ?? undefined, data: { now: feed.serverNow(), resumed } });
  let retries = 0;
  while (!signal.aborted && feed.now() - start < FEED_TIMES.lifeMs) {
    const ms = retries > 0 ? FEED_TIMES.againMs : pause(feed.now(), times);
    const changed = feed.arm(ms, signal);
    const page = await feed.read(cursor);
    const touched = page.kind === "events" ? page.events : [];
    if (page.kind === "snapshot" && page.cursor !== cursor) {
      yield send({ event: "snapshot", id: page.cursor, data: {} });
    }
    const mustLook = touched.some((event) => event.topic === "people");
    if (mustLook || feed.now() - times.checked >= FEED_TIMES.checkMs) {
      const seen = await feed.look();
      if (seen === null) return;
      if (seen.revision !== feed.viewer.revision) {
        // What is on screen was drawn for other roles: drawn again, it is refused or shows what is allowed now.
        yield send({ event: "snapshot", id: cursor ?? undefined, data: {} });
        return;
      }
      times.checked = feed.now();
    }
    for (const frame of framesOf(touched, feed.viewer.roles)) yield send(frame);
    cursor = page.cursor;
    if (feed.now() - times.sent >= FEED_TIMES.heartbeatMs) {
      yield send({ event: "heartbeat", id: cursor, data: { now: feed.serverNow() } });
    }
    const before = feed.now();
    // Under load, changes are gathered for a moment instead of told one by one.
    await (touched.length > 0 ? feed.settle(FEED_TIMES.settleMs) : changed());
    const isWoken = touched.length === 0 && retries === 0 && feed.now() - before < ms - 1;
    retries = isWoken ? FEED_TIMES.retries : Math.max(0, touched.length > 0 ? 0 : retries - 1);
  }
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
