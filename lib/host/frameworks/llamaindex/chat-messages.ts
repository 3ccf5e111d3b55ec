/** Chat messages and responses of LlamaIndex as the contract judges them, and back. */
import type { ChatMessage, ChatResponse, ChatResponseChunk } from "llamaindex";
import type { Message, ModelResponse, ToolCallAsked } from "../../../agent-hooks/hook-session";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json/value";
import { plain } from "../plain";

/** Tool calls and tool results travel in `options`, so they are judged too. */
export const toMessages = (messages: readonly ChatMessage[]): Message[] =>
  messages.map(({ role, content, options }) => ({
    role,
    content: plain(content),
    ...(options === undefined ? {} : { options: plain(options) }),
  }));

/** Throws on what no chat message can say. */
export function toChatMessages(messages: readonly Message[]): ChatMessage[] {
  return messages.map((message) => {
    const { role, content, options } = message as Message & { options?: JsonValue };
    if (typeof content !== "string" && !Array.isArray(content))
      throw new TypeError("messages: content is no text and no parts");
    return { role, content, ...(options === undefined ? {} : { options }) } as unknown as ChatMessage;
  });
}

/** The complete response of a stream: its deltas joined, and of each tool call what came last. */
export async function assembled(stream: AsyncIterable<ChatResponseChunk>): Promise<ModelResponse> {
  let content = "";
  const calls = new Map<string, unknown>();
  for await (const { delta, options } of stream) {
    content += delta ?? "";
    for (const call of callsIn(options)) calls.set(String(call.id), call);
  }
  return responseOf(content, [...calls.values()]);
}

export const toModelResponse = ({ message }: ChatResponse): ModelResponse =>
  responseOf(plain(message.content), callsIn(message.options));

const responseOf = (content: JsonValue, calls: readonly unknown[]): ModelResponse => ({
  content,
  tool_calls: calls.map(toCall),
  // the framework does not say
  finish_reason: calls.length > 0 ? "tool_calls" : "stop",
});

const callsIn = (options: object | undefined): readonly { readonly id?: unknown }[] => {
  const { toolCall } = (options ?? {}) as { toolCall?: unknown };
  return Array.isArray(toolCall) ? toolCall : [];
};

function toCall(call: unknown): ToolCallAsked {
  const { id, name, input } = call as { id?: unknown; name?: unknown; input?: unknown };
  return { id: String(id), name: String(name), args: argsOf(input) };
}

/** As the framework itself reads what is no JSON. */
function argsOf(input: unknown): JsonObject {
  if (typeof input !== "string") return isJsonObject(input) ? (plain(input) as JsonObject) : { rawInput: plain(input) };
  try {
    const args: unknown = JSON.parse(input);
    return isJsonObject(args) ? args : { rawInput: input };
  } catch {
    return { rawInput: input };
  }
}

/** A permitted response as the one chunk of a stream, without what the provider said beside it. */
export const toChunk = ({ content, tool_calls }: ModelResponse): ChatResponseChunk => ({
  raw: null,
  delta: textOf(content),
  options:
    tool_calls.length > 0 ? { toolCall: tool_calls.map(({ id, name, args }) => ({ id, name, input: args })) } : {},
});

/** Parts of other kinds have no place in the framework's answer; it joins texts too. */
function textOf(content: JsonValue): string {
  if (typeof content === "string") return content;
  if (content === null) return "";
  if (!Array.isArray(content)) throw new TypeError("response.content: neither text nor parts");
  return content.map((part) => (isJsonObject(part) && typeof part.text === "string" ? part.text : "")).join("");
}
