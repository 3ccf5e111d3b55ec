/** Items of the Agents SDK as messages and responses of a context, and back. */
import type { AgentInputItem, ModelRequest, ModelResponse as SdkResponse } from "@openai/agents";
import { sameJson } from "../../../agent-hooks/ctk/same-json";
import type { Message, ModelResponse, ToolCallAsked } from "../../../agent-hooks/hook-session";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json/value";
import { keepOrRewrite } from "../keep-or-rewrite";
import { plain } from "../plain";

type OutputItem = SdkResponse["output"][number];

interface Shown extends Message {
  readonly tool_calls?: readonly ToolCallAsked[];
  readonly tool_call_id?: string;
  readonly name?: string;
}

/** Items that a response may hold. All others tell of something that ran, or wants to run, past the tool points. */
const GOVERNED_ITEMS: ReadonlySet<string> = new Set(["message", "function_call", "reasoning", "compaction"]);

export const ungovernedItem = ({ output }: SdkResponse): string | null =>
  output.map((item) => item.type ?? "message").find((type) => !GOVERNED_ITEMS.has(type)) ?? null;

/** The system prompt first, then the items. */
export function showRequest({ systemInstructions, input }: ModelRequest): Shown[] {
  const system = systemInstructions === undefined ? [] : [{ role: "system", content: systemInstructions }];
  return [...system, ...itemsOf(input).map(showItem)];
}

/** The request with the permitted messages in it. */
export function takeRequest(permitted: readonly Message[], request: ModelRequest): ModelRequest {
  if (sameJson(showRequest(request), permitted)) return request;
  const [first] = permitted;
  const hasSystem = request.systemInstructions !== undefined && first?.role === "system";
  const rest = hasSystem ? permitted.slice(1) : permitted;
  const before = itemsOf(request.input).map((original) => ({ shown: showItem(original), original }));
  const input = keepOrRewrite<AgentInputItem>(rest, before, rewriteItem);
  return { ...request, input, systemInstructions: hasSystem ? textOf(first.content) : undefined };
}

export const itemsOf = (input: string | readonly AgentInputItem[]): AgentInputItem[] =>
  typeof input === "string" ? [{ type: "message", role: "user", content: input }] : [...input];

export function showItem(item: AgentInputItem): Shown {
  switch (item.type) {
    case undefined:
    case "message":
      return { role: item.role, content: showContent(item.content) };
    case "function_call":
      return { role: "assistant", content: null, tool_calls: [showCall(item)] };
    case "function_call_result":
      return { role: "tool", content: showContent(item.output), tool_call_id: item.callId, name: item.name };
    default:
      return { role: "assistant", content: plain(item) };
  }
}

/** One part of text is its text: what most rules look for, and what most rewrites return. */
function showContent(content: unknown): JsonValue {
  const parts = Array.isArray(content) ? content : [content];
  const [only] = parts;
  if (parts.length !== 1 || typeof only !== "object" || only === null) return plain(content);
  const { type, text, ...rest } = only as { type?: unknown; text?: unknown };
  const isText = typeof text === "string" && /^(input_|output_)?text$/.test(String(type));
  return isText && Object.keys(plain(rest) as object).length === 0 ? text : plain(content);
}

interface Call {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
}

const showCall = (call: Call): ToolCallAsked => ({ id: call.callId, name: call.name, args: argsOf(call.arguments) });

/** Arguments that are no JSON object run no tool; they are shown as they came. */
export function argsOf(text: string): JsonObject {
  try {
    const args: unknown = JSON.parse(text === "" ? "{}" : text);
    if (isJsonObject(args as JsonValue)) return args as JsonObject;
  } catch {
    // shown below
  }
  return { unparsed: text };
}

export const textOf = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));

export function rewriteItem(message: Shown): AgentInputItem[] {
  const { role, content, tool_calls = [], tool_call_id: callId = "", name = "tool" } = message;
  if (role === "tool") {
    const output = textOf(content);
    return [{ type: "function_call_result", callId, name, status: "completed", output }];
  }
  if (role !== "assistant") {
    return [
      { type: "message", role: role === "system" ? "system" : "user", content: partsOf(content) } as AgentInputItem,
    ];
  }
  const said = content === null ? [] : [assistantMessage(textOf(content))];
  return [...said, ...tool_calls.map(takeCall)];
}

const partsOf = (content: JsonValue) => (Array.isArray(content) ? content : textOf(content));

const takeCall = ({ id, name, args }: ToolCallAsked) =>
  ({ type: "function_call", callId: id, name, arguments: JSON.stringify(args), status: "completed" }) as const;

export const assistantMessage = (text: string): AgentInputItem => ({
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text }],
});

/** The text, or the parts with what the model thought aloud. */
export function showResponse({ output }: SdkResponse): ModelResponse {
  const parts = output.flatMap((item): JsonValue[] => {
    if (item.type === "message") return [item.content].flat().map((part) => plain(part));
    return item.type === "reasoning" ? item.content.map(({ text }) => ({ type: "reasoning", text })) : [];
  });
  const tool_calls = output.flatMap((item) => (item.type === "function_call" ? [showCall(item)] : []));
  const content = parts.length === 0 ? null : showContent(parts);
  return { content, tool_calls, finish_reason: tool_calls.length > 0 ? "tool_calls" : "stop" };
}

/** The response that enters state. A rewritten one keeps nothing of the old items, nor of what the model thought. */
export function takeResponse({ content, tool_calls }: ModelResponse, before: SdkResponse): SdkResponse {
  const shown = showResponse(before);
  if (sameJson(shown.content, content) && sameJson(shown.tool_calls, tool_calls)) return before;
  const { usage, responseId, requestId } = before;
  const text = content === null || content === "" ? [] : [assistantMessage(spoken(content))];
  const output = [...text, ...tool_calls.map(takeCall)] as unknown as OutputItem[];
  return { usage, responseId, requestId, output };
}

function spoken(content: JsonValue): string {
  if (!Array.isArray(content)) return textOf(content);
  const texts = content.filter(
    (part) => isJsonObject(part) && typeof part.text === "string" && part.type !== "reasoning",
  );
  return texts.map((part) => (part as JsonObject).text).join("");
}

/** Tool points pair by call id: each call gets one of its own. */
export function withCallIds(response: SdkResponse, fresh: () => string): SdkResponse {
  const seen = new Set<string>();
  const output = response.output.map((item) => {
    if (item.type !== "function_call") return item;
    const callId = item.callId && !seen.has(item.callId) ? item.callId : fresh();
    seen.add(callId);
    return callId === item.callId ? item : { ...item, callId };
  });
  return output.every((item, index) => item === response.output[index]) ? response : { ...response, output };
}
