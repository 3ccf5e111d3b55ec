/** A response of the Messages API as the contract sees it, and back with what was permitted of it. */
import type { ModelResponse, ToolCallAsked } from "../../../agent-hooks/hook-session";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json/value";

export interface ApiMessage extends JsonObject {
  readonly content: JsonObject[];
}

/** Throws on what is no message of this API. */
export function readApiMessage(value: JsonValue): ApiMessage {
  if (!isJsonObject(value) || !Array.isArray(value.content) || !value.content.every(isJsonObject))
    throw new TypeError("content");
  for (const block of value.content) if (block.type === "tool_use") callOf(block);
  return value as ApiMessage;
}

const isCall = (block: JsonObject): boolean => block.type === "tool_use";

function callOf({ id, name, input }: JsonObject): ToolCallAsked {
  if (typeof id !== "string" || typeof name !== "string" || !isJsonObject(input ?? null))
    throw new TypeError("tool_use");
  return { id, name, args: input as JsonObject };
}

/** Text alone is a string; beside thinking and the like it stays in its blocks. */
export function toModelResponse({ content, stop_reason }: ApiMessage): ModelResponse {
  const said = content.filter((block) => !isCall(block));
  const isText = said.length === 1 && said[0]?.type === "text" && typeof said[0].text === "string";
  return {
    content: said.length === 0 ? null : isText ? (said[0]?.text as string) : said,
    tool_calls: content.filter(isCall).map(callOf),
    finish_reason: typeof stop_reason === "string" ? stop_reason : "unknown",
  };
}

/** Throws TypeError where the permitted response is none of this API. */
export function withResponse(message: ApiMessage, permitted: ModelResponse): ApiMessage {
  const calls = permitted.tool_calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args }));
  const stopped = message.stop_reason === "tool_use" && calls.length === 0 ? "end_turn" : message.stop_reason;
  return readApiMessage({
    ...message,
    content: [...blocksOf(permitted.content), ...calls],
    stop_reason: calls.length > 0 ? "tool_use" : (stopped ?? null),
  });
}

function blocksOf(content: JsonValue): JsonObject[] {
  if (content === null) return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (Array.isArray(content) && content.every(isJsonObject)) return content;
  throw new TypeError("content");
}
