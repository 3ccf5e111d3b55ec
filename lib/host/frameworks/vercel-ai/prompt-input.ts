/** What of a call's prompt is the request that enters: the prompt itself, or the last of its messages. */
import type { JsonValue } from "../../../core/json/value";
import { samePlain, toPlain } from "../ai-messages";

interface Prompted {
  readonly prompt?: unknown;
  readonly messages?: unknown;
}

export function inputOf({ prompt, messages }: Prompted): JsonValue {
  const asked = prompt ?? messages;
  const last = Array.isArray(asked) ? asked.at(-1) : undefined;
  if (last === undefined) return typeof asked === "string" ? asked : "";
  return toPlain(last?.content);
}

/** The options with the permitted request, or null when it is of a form that a prompt cannot have. */
export function withInput<T extends Prompted>(options: T, input: JsonValue): T | null {
  if (samePlain(inputOf(options), input)) return options;
  if (typeof options.prompt === "string") return typeof input === "string" ? { ...options, prompt: input } : null;
  const member = options.prompt === undefined ? "messages" : "prompt";
  const messages = options[member];
  if (!Array.isArray(messages) || messages.length === 0) return null;
  if (typeof input !== "string" && !Array.isArray(input)) return null;
  return { ...options, [member]: [...messages.slice(0, -1), { ...messages.at(-1), content: input }] };
}
