/** §12.1: a streamed model response, judged before any of it leaves: in growing prefixes where declared, else whole. */
import type { Message, ModelFacts, ModelResponse, StreamOptions } from "../hook-session";
import { hostFailure } from "./emit";
import type { Ledger } from "./ledger";
import { postModel, preModel, type StartedCall } from "./model-call";

/** For the claim: what can reach the caller ahead of the verdict that covers it. */
export const EXPOSURE_BOUND = "none: text is released on the verdict that covers it";

/** `finish_reason` of every emission but the last. */
export const INCREMENTAL = "incremental";

interface Asked {
  readonly facts: ModelFacts;
  readonly messages: readonly Message[];
  readonly options: StreamOptions;
}

interface Mediation {
  readonly ledger: Ledger;
  readonly facts: ModelFacts;
  readonly call: StartedCall;
  /** Null where nothing is released before the whole was judged. */
  readonly release: ((text: string) => void | Promise<void>) | null;
  /** As permitted, and released. */
  covered: string;
  /** Received, and seen by nobody. */
  pending: string;
}

export async function streamModel(ledger: Ledger, { facts, messages, options }: Asked): Promise<ModelResponse> {
  const call = await preModel(ledger, facts, messages);
  const isIncremental = ledger.host.surface.capabilities.includes("incremental_output");
  const release = isIncremental ? (options.release?.bind(options) ?? (() => {})) : null;
  const mediation: Mediation = { ledger, facts, call, release, covered: "", pending: "" };
  // infinite: no segment is complete before the end
  const segment = isIncremental ? (options.segmentChars ?? 1) : Number.POSITIVE_INFINITY;
  const parts = options.open(call.messages)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await received(ledger, parts);
      if (next.done) break;
      if ("end" in next.value) return await finish(mediation, next.value.end);
      // the last text is judged with the end, so that it is judged once: a segment closes when more follows
      if (mediation.pending.length >= segment) await cover(mediation);
      mediation.pending += textOf(ledger, next.value);
    }
  } finally {
    await closed(parts);
  }
  const detail = "stream: cut off before its end";
  throw hostFailure(ledger, "post_model_call", { reason: "host_error:streaming_unsupported", detail });
}

/** The stream's own failure is a failed model call: nothing of it is kept, and there is no response to judge. */
async function received<T>(ledger: Ledger, parts: AsyncIterator<T>): Promise<IteratorResult<T>> {
  try {
    return await parts.next();
  } catch (thrown) {
    ledger.errors += 1;
    throw thrown;
  }
}

function textOf(ledger: Ledger, { text }: { readonly text: unknown }): string {
  if (typeof text === "string") return text;
  const detail = "stream: a part without text";
  throw hostFailure(ledger, "post_model_call", { reason: "host_error:context_invalid", detail });
}

/** A source that fails to close changes no verdict. */
async function closed(parts: AsyncIterator<unknown>): Promise<void> {
  try {
    await parts.return?.();
  } catch {
    // nothing more is read from it
  }
}

async function cover(mediation: Mediation): Promise<void> {
  const response = await judged(mediation, { tool_calls: [], finish_reason: INCREMENTAL });
  await releaseUpTo(mediation, response);
}

async function finish(mediation: Mediation, end: Pick<ModelResponse, "tool_calls" | "finish_reason">) {
  const response = await judged(mediation, end);
  await releaseUpTo(mediation, response);
  return response;
}

function judged(mediation: Mediation, end: Pick<ModelResponse, "tool_calls" | "finish_reason">) {
  const text = mediation.covered + mediation.pending;
  const { ledger, facts, call } = mediation;
  return postModel(ledger, { content: text === "" ? null : text, ...end }, { facts, ...call });
}

/** What left cannot be taken back: a verdict that rewrites it ends the stream. */
async function releaseUpTo(mediation: Mediation, { content }: ModelResponse): Promise<void> {
  if (mediation.release === null) return;
  const text = content ?? "";
  if (typeof text !== "string" || !text.startsWith(mediation.covered)) {
    throw hostFailure(mediation.ledger, "post_model_call", {
      reason: "host_error:streaming_unsupported",
      detail: "stream: a transform of what was released",
    });
  }
  const released = text.slice(mediation.covered.length);
  mediation.covered = text;
  mediation.pending = "";
  if (released !== "") await mediation.release(released);
}
