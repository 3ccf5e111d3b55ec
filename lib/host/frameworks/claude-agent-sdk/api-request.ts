/** A request of the Messages API as the contract sees it, and back with the permitted messages. */
import type { Message, ModelFacts } from "../../../agent-hooks/hook-session";
import { fromPlainObject } from "../../../core/json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../core/json/value";

/** Throws on a body that is no request of this API. */
export function readApiRequest(body: string): JsonObject {
  const request = fromPlainObject(JSON.parse(body));
  if (!Array.isArray(request.messages) || !request.messages.every(isMessage)) throw new TypeError("messages");
  return request;
}

const isMessage = (value: JsonValue): value is { role: string; content: JsonValue } =>
  isJsonObject(value) && typeof value.role === "string" && isContent(value.content);

const isContent = (value: JsonValue | undefined): boolean =>
  typeof value === "string" || (Array.isArray(value) && value.every(isJsonObject));

/** The system prompt stands first, as a message of its own. */
export function messagesOf({ system, messages }: JsonObject): readonly Message[] {
  const asked = (messages as unknown as readonly Message[]).map(({ role, content }) => ({ role, content }));
  return system === undefined ? asked : [{ role: "system", content: system }, ...asked];
}

/** Throws TypeError where the permitted messages are none of this API. */
export function withMessages(request: JsonObject, permitted: readonly Message[]): JsonObject {
  const [first, ...others] = permitted;
  const hasSystem = request.system !== undefined && first?.role === "system";
  const messages = hasSystem ? others : permitted;
  if (!permitted.every((message) => isMessage(message as unknown as JsonValue))) throw new TypeError("messages");
  const { system: _system, ...rest } = request;
  return { ...rest, messages: messages as never, ...(hasSystem ? { system: first.content } : {}) };
}

const PARAMS = ["max_tokens", "temperature", "top_p", "top_k", "stop_sequences", "thinking", "tool_choice"];

export function factsOf(request: JsonObject): ModelFacts {
  const params = PARAMS.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]]));
  const tools = Array.isArray(request.tools) ? request.tools.filter(isJsonObject) : [];
  return {
    id: typeof request.model === "string" ? request.model : "unknown",
    vendor: "anthropic",
    params: Object.fromEntries(params),
    ...(tools.length === 0 ? {} : { tools: tools.map(declaration) }),
  };
}

const declaration = ({ name, type, description, input_schema: schema }: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries({ name, type, description, schema }).filter(([, value]) => value !== undefined),
  ) as JsonObject;

/** Results that were withheld or rewritten, by the id of their call: the SDK's own tools ignore a replacement of another shape. */
export function withResults(request: JsonObject, results: ReadonlyMap<string, JsonValue>): JsonObject {
  if (results.size === 0) return request;
  const inBlock = (block: JsonValue): JsonValue => {
    if (!isJsonObject(block) || block.type !== "tool_result") return block;
    const used = results.get(String(block.tool_use_id));
    return used === undefined ? block : { ...block, content: resultContent(used) };
  };
  const messages = (request.messages as JsonObject[]).map((message) =>
    Array.isArray(message.content) ? { ...message, content: message.content.map(inBlock) } : message,
  );
  return { ...request, messages };
}

/** What the API takes as the content of a tool's result. */
export function resultContent(value: JsonValue): JsonValue {
  const isBlocks = Array.isArray(value) && value.length > 0 && value.every(isBlock);
  return isBlocks || typeof value === "string" ? value : JSON.stringify(value);
}

const isBlock = (value: JsonValue): boolean =>
  isJsonObject(value) && ((value.type === "text" && typeof value.text === "string") || value.type === "image");
