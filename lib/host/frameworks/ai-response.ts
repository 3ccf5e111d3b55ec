/** Responses of an AI SDK model as the contract judges them, and the response that a framework may see afterwards. */
import { sameJson } from "../../agent-hooks/ctk/same-json";
import type { ModelResponse, ToolCallAsked } from "../../agent-hooks/hook-session";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json/value";
import { toPlain } from "./ai-messages";
import type { AiPart, AiResult } from "./ai-model-types";

/** Parts that say that the provider ran a tool, or wants to: nobody here can judge that. */
export const isProviderExecuted = (part: AiPart) =>
  part.providerExecuted === true || part.type === "tool-result" || part.type === "tool-approval-request";

export function toModelResponse(result: AiResult): ModelResponse {
  return {
    content: contentOf(result),
    tool_calls: result.content.filter(isCall).map(toCall),
    finish_reason: finishWord(result.finishReason),
  };
}

/**
 * The result with the permitted response in it. What repeats the provider's answer beside it (`response.body`, and after a
 * rewrite `providerMetadata`) goes. Throws on a rewrite that no response can say.
 */
export function withResponse(result: AiResult, permitted: ModelResponse): AiResult {
  const before = toModelResponse(result);
  const content = sameJson(before.content, permitted.content)
    ? result.content.filter((part) => !isCall(part))
    : partsOf(permitted.content);
  const calls = permitted.tool_calls.map((call) => callPart(call, result.content));
  const isSame = sameJson(before, permitted);
  return {
    ...result,
    content: isSame ? result.content : [...content, ...calls],
    finishReason: finishOf(result.finishReason, permitted),
    ...(isSame ? {} : { providerMetadata: undefined }),
    ...(isRecord(result.response) ? { response: { ...result.response, body: undefined } } : {}),
  };
}

const isCall = (part: AiPart) => part.type === "tool-call";

/** Text alone is a string, nothing at all is null; with reasoning, files or sources it is the list of parts. */
function contentOf(result: AiResult): JsonValue {
  const parts = result.content.filter((part) => !isCall(part));
  if (parts.length === 0) return null;
  if (parts.every((part) => part.type === "text")) return parts.map((part) => String(part.text)).join("");
  return parts.map(({ providerMetadata: _, ...part }) => toPlain(part));
}

function partsOf(content: JsonValue): AiPart[] {
  if (content === null) return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (Array.isArray(content) && content.every((part) => isJsonObject(part) && typeof part.type === "string")) {
    return content as AiPart[];
  }
  throw new TypeError("response.content: neither text nor parts");
}

function toCall(part: AiPart): ToolCallAsked {
  return { id: String(part.toolCallId), name: String(part.toolName), args: argsOf(part.input) };
}

/** A model may write arguments that are no object, or no JSON: the framework refuses them later, the guard sees them now. */
function argsOf(input: unknown): JsonObject {
  if (typeof input !== "string") return isRecord(input) ? (toPlain(input) as JsonObject) : { unparsed: toPlain(input) };
  if (input.trim() === "") return {};
  try {
    const args: unknown = JSON.parse(input);
    return isJsonObject(args) ? args : { unparsed: input };
  } catch {
    return { unparsed: input };
  }
}

function callPart(call: ToolCallAsked, parts: readonly AiPart[]): AiPart {
  const original = parts.find((part) => isCall(part) && part.toolCallId === call.id);
  if (original && sameJson(toCall(original), call)) return original;
  const rewritten = { type: "tool-call", toolCallId: call.id, toolName: call.name, input: JSON.stringify(call.args) };
  return original ? { ...original, ...rewritten } : rewritten;
}

const finishWord = (reason: unknown) => String(isRecord(reason) ? reason.unified : reason);

function finishOf(reason: unknown, permitted: ModelResponse): unknown {
  if (finishWord(reason) === permitted.finish_reason) return reason;
  return isRecord(reason) ? { unified: permitted.finish_reason, raw: undefined } : permitted.finish_reason;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
