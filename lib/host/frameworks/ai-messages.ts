/** Prompts of the AI SDK as messages of a context, and back. */
import type { Message } from "../../agent-hooks/hook-session";
import { isJsonObject, type JsonValue } from "../../core/json/value";
import type { AiMessage } from "./ai-model-types";
import { keepOrRewrite } from "./keep-or-rewrite";

/**
 * Plain data of what the SDK holds: bytes as base64, addresses as `{url}`, absent members left out. Anything else stays as
 * it is, for the contract to refuse.
 */
export function toPlain(value: unknown): JsonValue {
  if (value instanceof Uint8Array) return toBase64(value);
  if (value instanceof ArrayBuffer) return toBase64(new Uint8Array(value));
  if (value instanceof URL) return { url: value.href };
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isPlainObject(value)) return value as JsonValue;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, toPlain(member)]));
}

export const promptToMessage = ({ role, content }: AiMessage): Message => ({ role, content: promptContent(content) });

/** The prompt to send: untouched messages as they were, others from what was permitted. Throws on what no prompt can say. */
export function messagesToPrompt(messages: readonly Message[], prompt: readonly AiMessage[]): AiMessage[] {
  const before = prompt.map((original) => ({ shown: promptToMessage(original), original }));
  return keepOrRewrite(messages, before, (message, inItsPlace) => {
    const { role, providerOptions } = inItsPlace?.original ?? {};
    const kept = role === message.role && providerOptions !== undefined ? { providerOptions } : {};
    return [{ role: message.role, content: contentOf(message), ...kept }];
  });
}

/** One text part is its text: what most rules look for, and what most rewrites return. */
function promptContent(content: unknown): JsonValue {
  if (!Array.isArray(content)) return toPlain(content);
  const [only] = content;
  const isText = content.length === 1 && only.type === "text" && only.providerOptions === undefined;
  return isText ? only.text : toPlain(content);
}

function contentOf({ role, content }: Message): unknown {
  if (role === "system" || role === "tool" || Array.isArray(content)) {
    if (typeof content === "string" || Array.isArray(content))
      return Array.isArray(content) ? content.map(part) : content;
  } else if (typeof content === "string") return [{ type: "text", text: content }];
  throw new TypeError(`messages: the content of a ${role} message is neither text nor parts`);
}

function part(value: JsonValue): unknown {
  if (!isJsonObject(value) || !isJsonObject(value.data ?? null)) return value;
  const { url } = value.data as { url?: JsonValue };
  return typeof url === "string" ? { ...value, data: new URL(url) } : value;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
