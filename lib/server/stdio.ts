/** The Guardian on stdio (§3): framed messages in, framed answers out as each is ready, and nothing else on the output. */
import type { Readable } from "node:stream";
import { toHex } from "../core/encoding";
import { wireFailure } from "../core/wire/codes";
import type { GuardianDeps } from "../guardian/deps";
import type { Guardian } from "../guardian/handle";
import { answerRefusal } from "../guardian/stages/answer";
import { FrameReader, frame } from "./frames";

export interface StdioOptions {
  readonly guardian: Guardian;
  readonly deps: GuardianDeps;
  readonly input: Readable;
  readonly output: FrameOutput;
}

/** As much of a stream as frames need. */
export interface FrameOutput {
  on(event: "error", listener: () => void): unknown;
  write(chunk: Uint8Array, written: () => void): unknown;
}

/** Messages under way at once; the client's pipe holds the rest. */
const MAX_RUNNING = 256;

/**
 * Serves until the input ends, breaks its framing, or `stop` says so; what runs then is still answered. Resolves to
 * whether the framing held.
 */
export async function serveStdio(options: StdioOptions, stop?: AbortSignal): Promise<{ readonly isClean: boolean }> {
  const { guardian, deps, input, output } = options;
  const reader = new FrameReader({ maxBytes: deps.limits.maxBytes });
  const running = new Set<Promise<void>>();
  const write = writerTo(output);
  let isClean = true;

  const take = async (frames: ReturnType<FrameReader["read"]>): Promise<void> => {
    for (const one of frames) {
      if (one.kind === "broken") {
        isClean = false;
        await write(await brokenAnswer(deps, one.why));
        return;
      }
      const answered: Promise<void> = guardian
        .handle(one.bytes)
        .then(write)
        .finally(() => running.delete(answered));
      running.add(answered);
      if (running.size >= MAX_RUNNING) await Promise.race(running);
    }
  };

  try {
    for await (const chunk of stop ? until(input, stop) : input) {
      await take(reader.read(chunk));
      if (!isClean) break;
    }
    if (isClean && !stop?.aborted) await take(reader.end());
  } finally {
    await Promise.allSettled(running);
  }
  return { isClean };
}

async function* until(input: Readable, stop: AbortSignal): AsyncGenerator<Uint8Array> {
  stop.addEventListener("abort", () => input.destroy(), { once: true });
  try {
    for await (const chunk of input) yield chunk;
  } catch (error) {
    // destroyed from outside: the end of reading, no fault of the stream
    if (!stop.aborted) throw error;
  }
}

/** Whole frames one after the other, no faster than the reader takes them. A reader that is gone ends the writing. */
function writerTo(output: FrameOutput): (message: Uint8Array) => Promise<void> {
  let isGone = false;
  output.on("error", () => {
    isGone = true;
  });
  return (message) =>
    new Promise((resolve) => {
      if (isGone) return resolve();
      output.write(frame(message), () => resolve());
    });
}

function brokenAnswer(deps: GuardianDeps, why: string): Promise<Uint8Array> {
  const failure = wireFailure("parse_error", { message: `The framing is broken: ${why}.` });
  const context = { bodyBytes: 0, bodyHash: toHex(deps.crypto.sha256(new Uint8Array())) };
  return answerRefusal(deps, { failure, id: null, context });
}
