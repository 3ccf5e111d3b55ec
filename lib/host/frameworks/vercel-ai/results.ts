/** What is still to be judged, or awaited, before a result of the AI SDK may leave. */
import type { Turn } from "../turn";

/**
 * A run that ends with open tool calls (a stop condition, a call that waits for approval) has not passed `output` in the
 * model: its text passes here. Rewriting it is impossible, since the result holds it in many places.
 */
export async function answerOpenText(turn: Turn, result: { readonly text: string }): Promise<void> {
  turn.check();
  if (turn.answered) return;
  const permitted = await turn.answer(result.text);
  if (permitted !== result.text) await turn.fail("output", "text beside open tool calls cannot be rewritten");
}

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
