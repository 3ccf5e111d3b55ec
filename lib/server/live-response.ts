/** Wires the live feed of one viewer to this process's database and wake-ups. */
import { readEvents } from "../storage/events";
import { EVERY_TOPIC } from "../storage/journal/notify";
import { container } from "./container";
import { eventFeed, type Feed } from "./events-stream";
import { cookieOf } from "./request";
import { SSE_HEADERS } from "./sse";
import { type Viewer, viewerOfBearer, viewerOfCookie } from "./viewer";

interface LiveRequest {
  readonly viewer: Viewer;
  readonly after: string | null;
  readonly request: Request;
}

export async function liveResponse({ viewer, after, request }: LiveRequest): Promise<Response> {
  const { pool, wakeups, clock } = await container();
  const authorization = request.headers.get("authorization");
  const cookie = cookieOf(request);
  const feed: Feed = {
    viewer,
    after,
    read: (cursor) => readEvents(pool, { tenantId: viewer.tenantId, after: cursor }),
    wait: (ms, signal) => wakeups.wait(EVERY_TOPIC, ms, signal),
    settle: (ms) => new Promise((resume) => setTimeout(resume, ms)),
    look: () => (authorization === null ? viewerOfCookie(cookie) : viewerOfBearer(authorization)),
    now: () => performance.now(),
    serverNow: () => clock.now(),
  };
  const abort = new AbortController();
  request.signal.addEventListener("abort", () => abort.abort(), { once: true });
  return new Response(streamOf(eventFeed(feed, abort.signal), abort), { headers: SSE_HEADERS });
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
