/** LangChain messages as messages of a context, and back. */
import {
  AIMessage,
  type BaseMessage,
  ChatMessage,
  HumanMessage,
  type MessageContent,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { sameJson } from "../../../agent-hooks/ctk/same-json";
import type { Message, ModelResponse, ToolCallAsked } from "../../../agent-hooks/hook-session";
import type { JsonObject, JsonValue } from "../../../core/json/value";
import { keepOrRewrite } from "../keep-or-rewrite";
import { plain } from "../plain";

interface Shown extends Message {
  readonly name?: string;
  readonly tool_calls?: readonly ToolCallAsked[];
  readonly tool_call_id?: string;
}

const ROLES: Readonly<Record<string, string>> = { human: "user", ai: "assistant" };

/** What guards and approvers see of a message: also the tool calls of an assistant and what a tool answers to. */
export function showMessage(message: BaseMessage): Shown {
  const role = ChatMessage.isInstance(message) ? message.role : (ROLES[message.type] ?? message.type);
  const shown: Record<string, JsonValue> = { role, content: plain(message.content) };
  if (message.name !== undefined && role === "tool") shown.name = message.name;
  if (AIMessage.isInstance(message) && message.tool_calls?.length) shown.tool_calls = plain(showCalls(message));
  if (ToolMessage.isInstance(message)) shown.tool_call_id = message.tool_call_id;
  return shown as unknown as Shown;
}

export const showMessages = (messages: readonly BaseMessage[]): Shown[] => messages.map(showMessage);

/** The messages to go on with: what was left alone stays the same object, what was rewritten is made anew. */
export function takeMessages(permitted: readonly Message[], before: readonly BaseMessage[]): BaseMessage[] {
  const items = before.map((original) => ({ shown: showMessage(original), original }));
  return keepOrRewrite(permitted, items, (message, place) => [rewritten(message, place?.original)]);
}

function rewritten(message: Shown, before: BaseMessage | undefined): BaseMessage {
  const id = before && showMessage(before).role === message.role ? before.id : undefined;
  const fields = { content: contentOf(message.content), ...(id === undefined ? {} : { id }) };
  switch (message.role) {
    case "user":
      return new HumanMessage(fields);
    case "assistant":
      return new AIMessage({ ...fields, tool_calls: takeCalls(message.tool_calls ?? []) });
    case "system":
      return new SystemMessage(fields);
    case "tool":
      return toolMessageOf(message, before, fields);
    default:
      return new ChatMessage({ ...fields, role: message.role });
  }
}

function toolMessageOf(message: Shown, before: BaseMessage | undefined, fields: { content: MessageContent }) {
  const answered = before !== undefined && ToolMessage.isInstance(before) ? before : undefined;
  const toolCallId = message.tool_call_id ?? answered?.tool_call_id ?? "";
  const { name = answered?.name } = message;
  return new ToolMessage({ ...fields, tool_call_id: toolCallId, status: answered?.status, ...(name ? { name } : {}) });
}

/** Text, or content blocks; anything else has no place in a message and is written as JSON. */
export function contentOf(value: JsonValue): MessageContent {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? (value as unknown as MessageContent) : JSON.stringify(value);
}

const showCalls = (message: AIMessage): ToolCallAsked[] =>
  (message.tool_calls ?? []).map(({ id, name, args }) => ({ id: id ?? "", name, args: plain(args) as JsonObject }));

const takeCalls = (calls: readonly ToolCallAsked[]) =>
  calls.map(({ id, name, args }) => ({ id, name, args: args as Record<string, unknown>, type: "tool_call" as const }));

export function showResponse(message: AIMessage): ModelResponse {
  const { finish_reason, stop_reason } = message.response_metadata as {
    finish_reason?: unknown;
    stop_reason?: unknown;
  };
  const said = [finish_reason, stop_reason].find((reason) => typeof reason === "string");
  const tool_calls = showCalls(message);
  const finished = tool_calls.length > 0 ? "tool_calls" : "stop";
  return { content: spoken(message), tool_calls, finish_reason: (said as string | undefined) ?? finished };
}

/** The content; where a provider keeps thoughts or a refusal beside it, a list with these first. */
function spoken({ content, additional_kwargs: beside }: AIMessage): JsonValue {
  const { reasoning_content, reasoning, refusal } = beside as { [member: string]: unknown };
  const summary = (reasoning as { summary?: readonly { text?: unknown }[] } | undefined)?.summary;
  const thoughts = [reasoning_content, ...(Array.isArray(summary) ? summary.map(({ text }) => text) : [])];
  const texts = (type: string, given: readonly unknown[]) =>
    given.filter((text) => typeof text === "string" && text !== "").map((text) => ({ type, text }) as JsonValue);
  const extra = [...texts("reasoning", thoughts), ...texts("refusal", [refusal])];
  if (extra.length === 0) return plain(content);
  const said = typeof content === "string" ? texts("text", [content]) : (plain(content) as JsonValue[]);
  return [...extra, ...said];
}

/** The response that enters state. A rewritten one keeps nothing of the provider's own copies of the old content. */
export function takeResponse(response: ModelResponse, before: AIMessage): AIMessage {
  if (sameJson(showResponse(before), response)) return before;
  const { content, tool_calls } = response;
  const blocks = Array.isArray(content) ? content.filter((block) => !isProvidersOwn(block)) : content;
  const { id, usage_metadata } = before;
  return new AIMessage({ content: contentOf(blocks ?? ""), tool_calls: takeCalls(tool_calls), id, usage_metadata });
}

/** Providers repeat a tool call among the content blocks, where the permitted calls count, and sign their thoughts. */
function isProvidersOwn(block: JsonValue): boolean {
  const type = typeof block === "object" && block !== null && "type" in block ? String(block.type) : "";
  return ["tool_use", "tool_call", "function_call", "reasoning", "thinking"].includes(type);
}

/** Tool points pair by call id: each call gets one of its own. */
export function withCallIds(message: AIMessage, fresh: () => string): AIMessage {
  const seen = new Set<string>();
  const calls = message.tool_calls ?? [];
  const numbered = calls.map((call) => {
    const id = call.id && !seen.has(call.id) ? call.id : fresh();
    seen.add(id);
    return id === call.id ? call : { ...call, id };
  });
  if (numbered.every((call, index) => call === calls[index])) return message;
  return new AIMessage({ ...message.lc_kwargs, content: message.content, id: message.id, tool_calls: numbered });
}
