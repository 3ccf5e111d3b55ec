/** The short text of a step in a timeline: tool and arguments, or the words of a message. */
import { canonicalText } from "../json/canonical";
import { isJsonObject, type JsonValue } from "../json/value";

const MAX_LENGTH = 160;

/** From `params.payload`, already masked for display. Cut to 160 characters with a mark; the step panel has the whole. */
export function stepSubject(payload: JsonValue): string {
  if (!isJsonObject(payload)) return "";
  const parts = [
    toolPart(payload.tool),
    argumentsPart(payload.arguments),
    outputsPart(payload),
    contentPart(payload.content),
  ];
  const said = parts.filter((part) => part !== "").join("  ");
  return shorten(said === "" && typeof payload.reason === "string" ? payload.reason : said);
}

/** Cuts on a code point, never inside a surrogate pair, and says so. */
export function shorten(text: string, max = MAX_LENGTH): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

const toolPart = (tool: JsonValue | undefined): string =>
  isJsonObject(tool) && typeof tool.name === "string" ? tool.name : "";

function argumentsPart(args: JsonValue | undefined): string {
  if (!isJsonObject(args)) return "";
  const words: string[] = [];
  for (const [name, slot] of Object.entries(args)) {
    words.push(`${name}=${short(isJsonObject(slot) && slot.value !== undefined ? slot.value : slot)}`);
    if (words.join(" ").length > MAX_LENGTH) break;
  }
  return words.join(" ");
}

function outputsPart(payload: { readonly [member: string]: JsonValue }): string {
  if (typeof payload.exit_status !== "string") return "";
  const outputs = Array.isArray(payload.outputs) ? payload.outputs : [];
  return `${payload.exit_status} ${outputs.map((item) => short(isJsonObject(item) ? (item.value ?? null) : item)).join(" ")}`.trim();
}

function contentPart(content: JsonValue | undefined): string {
  if (!Array.isArray(content)) return "";
  return content.map((item: JsonValue) => (isJsonObject(item) ? short(item.value ?? null) : "")).join(" ");
}

/** Strings as they are, everything else as canonical JSON. */
const short = (value: JsonValue | undefined): string =>
  shorten(typeof value === "string" ? value : value === undefined ? "" : canonicalText(value));
