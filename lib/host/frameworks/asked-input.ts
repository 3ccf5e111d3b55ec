/** What of a call's messages is the request that enters: the text itself, or the last of the messages. */
import { sameJson } from "../../agent-hooks/ctk/same-json";
import type { JsonValue } from "../../core/json/value";
import { toPlain } from "./ai-messages";

export function inputOf(asked: unknown): JsonValue {
  const last = lastOf(asked);
  if (typeof last === "string") return last;
  return last === undefined ? "" : toPlain(contentOf(last)[1]);
}

/** The same with the permitted request, or undefined when it is of a form that the messages cannot have. */
export function withInput<T>(asked: T, input: JsonValue): T | undefined {
  if (sameJson(inputOf(asked), input)) return asked;
  const replaced = replace(lastOf(asked), input);
  if (replaced === undefined) return undefined;
  return (Array.isArray(asked) ? [...asked.slice(0, -1), replaced] : replaced) as T;
}

const lastOf = (asked: unknown): unknown => (Array.isArray(asked) ? asked.at(-1) : asked);

function replace(last: unknown, input: JsonValue): unknown {
  if (typeof last === "string") return typeof input === "string" ? input : undefined;
  if (typeof last !== "object" || last === null) return undefined;
  const [member] = contentOf(last);
  const isFit = Array.isArray(input) || (typeof input === "string" && member === "content");
  return isFit ? { ...last, [member]: input } : undefined;
}

/** Messages of user interfaces have parts in place of content. */
function contentOf(message: unknown): readonly ["content" | "parts", unknown] {
  const { content, parts } = message as { content?: unknown; parts?: unknown };
  return parts === undefined ? ["content", content] : ["parts", parts];
}
