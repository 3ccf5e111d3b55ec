/** RFC 8785 (JCS): the one serialisation that is ever hashed or signed. */
import { isJsonObject, type JsonObject, type JsonValue } from "./value";

const ANY_SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** What needs no escape, so that the common string costs one test and one concatenation. */
const PLAIN = /^[ !#-[\]-~]*$/;
/** Far beyond what the reader admits; stops cycles before the stack does. */
const MAX_DEPTH = 512;

const encoder = new TextEncoder();

/** UTF-8 bytes of well-formed text. Throws TypeError on a lone surrogate, which UTF-8 cannot carry. */
export function utf8(text: string): Uint8Array {
  if (ANY_SURROGATE.test(text) && LONE_SURROGATE.test(text)) throw new TypeError("lone surrogate has no UTF-8 form");
  return encoder.encode(text);
}

/**
 * Canonical text of a JSON value (RFC 8785). Throws TypeError on anything that is not I-JSON: non-finite numbers, lone
 * surrogates in names or strings, undefined, holes, exotic objects. Callers pass values that were read, so that is a bug.
 */
export function canonicalText(value: JsonValue): string {
  return write(value, 0);
}

/** UTF-8 bytes of `canonicalText`. */
export function canonicalBytes(value: JsonValue): Uint8Array {
  return encoder.encode(write(value, 0));
}

function write(value: JsonValue, depth: number): string {
  switch (typeof value) {
    case "string":
      return writeString(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError("not a JSON number");
      return String(value === 0 ? 0 : value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      if (depth >= MAX_DEPTH) throw new TypeError("value nested too deeply");
      return Array.isArray(value) ? writeArray(value, depth + 1) : writeObject(value as JsonObject, depth + 1);
    default:
      throw new TypeError(`${typeof value} is not a JSON value`);
  }
}

function writeString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (ANY_SURROGATE.test(text) && LONE_SURROGATE.test(text)) throw new TypeError("lone surrogate in a string");
  return JSON.stringify(text);
}

function writeArray(items: readonly JsonValue[], depth: number): string {
  let text = "[";
  for (let i = 0; i < items.length; i += 1) {
    // a hole reads as undefined, which write refuses
    text += (i === 0 ? "" : ",") + write(items[i] as JsonValue, depth);
  }
  return `${text}]`;
}

function writeObject(object: JsonObject, depth: number): string {
  const prototype = Object.getPrototypeOf(object);
  if (prototype !== null && prototype !== Object.prototype) throw new TypeError("not a JSON object");
  const names = sorted(Object.keys(object));
  let text = "{";
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i] as string;
    text += `${(i === 0 ? "" : ",") + writeString(name)}:${write(object[name] as JsonValue, depth)}`;
  }
  return `${text}}`;
}

/** Up to here, insertion is faster than the sort of the engine. */
const FEW = 16;

/** By UTF-16 code units, as RFC 8785 §3.2.3 demands; both the default sort and `>` compare these. */
function sorted(names: string[]): string[] {
  if (names.length > FEW) return names.sort();
  for (let i = 1; i < names.length; i += 1) {
    const name = names[i] as string;
    let place = i;
    for (; place > 0 && (names[place - 1] as string) > name; place -= 1) names[place] = names[place - 1] as string;
    names[place] = name;
  }
  return names;
}

/**
 * `canonicalText(value)`, for a value in which large parts are there twice: what is the very same object twice, so many levels down, is written
 * once. Throws as that does.
 */
export const canonicalTextOnce = (value: JsonValue, levels: number): string => textOf(value, new Map(), levels);

function textOf(value: JsonValue, written: Map<JsonValue, string>, levels: number): string {
  if (typeof value !== "object" || value === null) return canonicalText(value);
  const before = written.get(value);
  if (before !== undefined) return before;
  const text = levels > 0 && isJsonObject(value) ? textOfObject(value, written, levels - 1) : canonicalText(value);
  written.set(value, text);
  return text;
}

function textOfObject(object: JsonObject, written: Map<JsonValue, string>, levels: number): string {
  const members = Object.keys(object)
    .sort()
    .map((name) => `${canonicalText(name)}:${textOf(object[name] as JsonValue, written, levels)}`);
  return `{${members.join(",")}}`;
}
