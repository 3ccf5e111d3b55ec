/** Tool and bare arguments of an action, and the sentence that names it. */
import { actSentence } from "../approval/sentence";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";
import { visibleText } from "../text/visible";
import { readStored } from "./shown";

/** Argument name to bare value (the wire's `{value}` unwrapped). Null-prototype. */
export function bareArguments(payload: JsonValue): JsonObject {
  const bare: { [name: string]: JsonValue } = Object.create(null);
  const slots = isJsonObject(payload) && isJsonObject(payload.arguments) ? payload.arguments : {};
  for (const [name, slot] of Object.entries(slots)) {
    bare[name] = isJsonObject(slot) && slot.value !== undefined ? slot.value : slot;
  }
  return bare;
}

/** The sentence of a stored action text; the fallback names method and tool where the text cannot be read. */
export function storedSentence(
  action: string,
  fallback: { readonly tool: string | null; readonly method: string },
): string {
  const value = readStored(action);
  const payload = isJsonObject(value) ? value.payload : undefined;
  const tool = isJsonObject(payload) && isJsonObject(payload.tool) ? payload.tool.name : undefined;
  if (payload === undefined || typeof tool !== "string") {
    return `${fallback.tool === null ? "Do" : "Call"} ${visibleText(fallback.tool ?? fallback.method)}`;
  }
  return actSentence({ tool, args: bareArguments(payload) });
}
