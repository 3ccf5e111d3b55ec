/** Wires the live feed of one viewer to this process's database and wake-ups. */
import { readEvents } from "../storage/events";
import { EVERY_TOPIC } from "../storage/journal/notify";
import type { Container } from "./container";
import { eventFeed, type Feed } from "./events-stream";
import { cookieOf } from "./request";
import { signInIdOf } from "./sign-in-cookie";
import { SSE_HEADERS } from "./sse";
import { type Viewer, viewerOfBearerIn, viewerOfSignInIn } from "./viewer";

interface LiveRequest {
  readonly viewer: Viewer;
  readonly after: string | null;
  readonly request: Request;
}

type World = Pick<Container, "pool" | "wakeups" | "clock" | "prisma">;

export async function liveResponse(world: World, { viewer, after, request }: LiveRequest): Promise<Response> {
  const { pool, wakeups, clock } = world;
  const authorization = request.headers.get("authorization");
  const signInId = authorization === null ? await signInIdOf(cookieOf(request)) : null;
  const feed: Feed = {
    viewer,
    after,
    read: (cursor) => readEvents(pool, { tenantId: viewer.tenantId, after: cursor }),
    arm: armed((ms, signal) => wakeups.wait(EVERY_TOPIC, ms, signal)),
    settle: (ms) => new Promise((resume) => setTimeout(resume, ms)),
    look: () => (signInId === null ? viewerOfBearerIn(world, authorization) : viewerOfSignInIn(world, signInId)),
    now: () => performance.now(),
    serverNow: () => clock.now(),
  };
  const abort = new AbortController();
  request.signal.addEventListener("abort", () => abort.abort(), { once: true });
  return new Response(streamOf(eventFeed(feed, abort.signal), abort), { headers: SSE_HEADERS });
}

/** Keeps at most one wait under way: a reader that found something leaves its wait to the next turn. */
function armed(wait: (ms: number, signal: AbortSignal) => Promise<void>): Feed["arm"] {
  let running: Promise<void> | null = null;
  return (ms, signal) => {
    running ??= wait(ms, signal).finally(() => {
      running = null;
    });
    const current = running;
    return () => current;
  };
}

function streamOf(texts: AsyncGenerator<string>, abort: AbortController): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const next = await texts.next().catch(() => ({ done: true as const, value: undefined }));
      if (next.done) {
        abort.abort();
        controller.close();
      } else controller.enqueue(encoder.encode(next.value));
    },
    cancel() {
      abort.abort();
    },
  });
}
