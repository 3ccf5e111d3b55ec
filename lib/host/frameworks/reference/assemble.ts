/** Puts the pieces of a response together. */
import type { ModelResponse } from "../../../agent-hooks/hook-session";
import type { ModelChunk } from "./agent";

/** A stream that ended without saying that it had ended. */
export class IncompleteStream extends Error {
  override readonly name = "IncompleteStream";
}

/** Rejects with `IncompleteStream`, or with what the stream itself threw. */
export async function assemble(stream: AsyncIterable<ModelChunk>): Promise<ModelResponse> {
  let response: ModelResponse = { content: "", tool_calls: [], finish_reason: "" };
  for await (const chunk of stream) response = withChunk(response, chunk);
  if (response.finish_reason === "") throw new IncompleteStream("the model's stream broke off");
  return response;
}

/** The response so far. */
export function withChunk(
  response: ModelResponse,
  { text = "", tool_calls = [], finish_reason = "" }: ModelChunk,
): ModelResponse {
  return {
    content: `${response.content as string}${text}`,
    tool_calls: [...response.tool_calls, ...tool_calls],
    finish_reason: finish_reason || response.finish_reason,
  };
}
