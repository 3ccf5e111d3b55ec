/** One POST with a deadline. An answer after the deadline still reaches `onLate`, so that it can be recorded as ignored. */
import type { Lifetime } from "./lifetime";
import type { NoDecisionCause } from "./records";

export interface PostInput {
  readonly url: string;
  readonly body: Uint8Array;
  readonly timeoutMs: number;
  /** How long past the deadline the answer is still read, ms. */
  readonly lateMs: number;
  readonly fetch: typeof fetch;
  /** Ends the wait for late answers too. */
  readonly lifetime: Lifetime;
  readonly onLate: (bytes: Uint8Array) => void;
}

export type Posted =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "failed"; readonly cause: NoDecisionCause; readonly detail: string };

/** Never rejects. The end of `lifetime` makes a running exchange fail as `transport_failed`. */
export async function post(input: PostInput): Promise<Posted> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const settle = input.lifetime.onEnd(abort);
  const arriving = receive(input, controller.signal);
  const deadline = timer(input.timeoutMs);
  const first = await Promise.race([arriving, deadline.done]);
  deadline.cancel();
  if (first !== "elapsed") {
    settle();
    return first;
  }
  const hardStop = timer(input.lateMs);
  hardStop.done.then(abort);
  void arriving.then((late) => {
    hardStop.cancel();
    settle();
    if (late.kind === "bytes") input.onLate(late.bytes);
  });
  return { kind: "failed", cause: "timed_out", detail: `no answer within ${input.timeoutMs} ms` };
}

async function receive(input: PostInput, signal: AbortSignal): Promise<Posted> {
  try {
    const response = await input.fetch(input.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: input.body as BodyInit,
      redirect: "error",
      signal,
    });
    const bytes = await readLimited(response);
    if (!response.ok) return { kind: "failed", cause: "http_status", detail: `HTTP ${response.status}` };
    if (bytes === null) return { kind: "failed", cause: "unreadable_answer", detail: "answer too large" };
    return { kind: "bytes", bytes };
  } catch (error) {
    return { kind: "failed", cause: "transport_failed", detail: failureName(error) };
  }
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** The whole body, or null (and the connection dropped) when it is larger than any answer may be. */
async function readLimited(response: Response): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** fetch hides the reason in `cause`; its code says what happened without quoting anything that was sent. */
function failureName(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  const cause = error.cause;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return error.name === "AbortError" ? "aborted" : error.name;
}

function timer(ms: number): { readonly done: Promise<"elapsed">; readonly cancel: () => void } {
  let handle: ReturnType<typeof setTimeout> | undefined;
  const done = new Promise<"elapsed">((resolve) => {
    handle = setTimeout(() => resolve("elapsed"), ms);
  });
  return { done, cancel: () => clearTimeout(handle) };
}
