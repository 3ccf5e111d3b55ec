/** What is still to be judged, or awaited, before a result of the AI SDK may leave. */
import { answerOpenText, type Turn } from "../turn";

interface TextStream {
  readonly text: PromiseLike<string>;
  consumeStream(options: { onError(error: unknown): void }): PromiseLike<void>;
}

/** Runs the stream to its end. The SDK keeps what it produced, so a caller still gets all of it afterwards. */
export async function finishTextStream(turn: Turn, result: TextStream, signal?: AbortSignal): Promise<void> {
  await result.consumeStream({ onError: () => {} });
  turn.check();
  // an aborted stream ends without an error of its own
  signal?.throwIfAborted();
  await answerOpenText(turn, { text: await result.text });
}

/** Waits for the model alone: its response is the answer and has passed; what the stream then does is to parse it. */
export async function finishObjectStream(
  turn: Turn,
  result: { readonly request: PromiseLike<unknown> },
): Promise<void> {
  await result.request;
  turn.check();
}
