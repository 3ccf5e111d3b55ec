/** The short text of a step in a timeline: tool and arguments, the words of a message, or what its hook is about. */
import { canonicalText } from "../json/canonical";
import { isJsonObject, type JsonValue } from "../json/value";
import { hookSubject } from "./hook-subject";
import { MAX_LENGTH, shorten, shortValue } from "./short-value";

export { shorten } from "./short-value";

/**
 * From `params.payload`, already masked for display. Cut to 160 characters with a mark; the step panel has the whole. The
 * method chooses the words; without it, or for a method that has none of its own, the shape of the payload does.
 */
export function stepSubject(payload: JsonValue, method = ""): string {
  if (!isJsonObject(payload)) return "";
  const own = hookSubject(method, payload);
  if (own !== null) return shorten(own);
  const parts = [
    toolPart(payload.tool),
    argumentsPart(payload.arguments),
    outputsPart(payload),
    contentPart(payload.content),
  ];
  const said = parts.filter((part) => part !== "").join("  ");
  return shorten(said === "" && typeof payload.reason === "string" ? payload.reason : said);
}

const toolPart = (tool: JsonValue | undefined): string =>
  isJsonObject(tool) && typeof tool.name === "string" ? tool.name : "";

function argumentsPart(args: JsonValue | undefined): string {
  if (!isJsonObject(args)) return "";
  const words: string[] = [];
  for (const [name, slot] of Object.entries(args)) {
    words.push(`${name}=${shortValue(isJsonObject(slot) && slot.value !== undefined ? slot.value : slot)}`);
    if (words.join(" ").length > MAX_LENGTH) break;
  }
  return words.join(" ");
}

function outputsPart(payload: { readonly [member: string]: JsonValue }): string {
  if (typeof payload.exit_status !== "string") return "";
  const outputs = Array.isArray(payload.outputs) ? payload.outputs : [];
  return `${payload.exit_status} ${outputs.map((item) => shortValue(isJsonObject(item) ? (item.value ?? null) : item)).join(" ")}`.trim();
}

/** Text as it is; what is not text by its kind, because bytes of an image say nothing in a line. */
function contentPart(content: JsonValue | undefined): string {
  if (!Array.isArray(content)) return "";
  return content.map((item: JsonValue) => (isJsonObject(item) ? contentItem(item) : "")).join(" ");
}

function contentItem(item: { readonly [member: string]: JsonValue }): string {
  const { type, value } = item;
  if (type === "image" || type === "audio" || type === "file") return `[${type}]`;
  return typeof value === "string" ? shorten(value) : value === undefined ? "" : shorten(canonicalText(value));
}
