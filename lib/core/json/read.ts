/** Strict I-JSON reader (RFC 7493): refuses ambiguous text, never repairs it. Objects have no prototype. */
import { err, ok, type Result } from "../result";
import type { JsonRefusal } from "./refusal";
import { TextReader } from "./text-reader";
import type { JsonValue } from "./value";

export type { JsonRefusal } from "./refusal";

/** `maxBytes` counts UTF-8 bytes, `maxDepth` counts objects and arrays open at once. */
export interface JsonLimits {
  readonly maxBytes?: number;
  readonly maxDepth?: number;
  /**
   * `any` is for text that our own canonicaliser wrote: RFC 8785 spells 1e20 as a plain integer, so what was admitted at
   * the door can come back in the form that the door refuses. Default `safe`.
   */
  readonly integers?: "safe" | "any";
}

const DEFAULT_MAX_BYTES = 1_048_576;
const DEFAULT_MAX_DEPTH = 128;

/**
 * Reads UTF-8 bytes as one JSON value (defaults: 1 MiB, 128 levels).
 * A byte order mark is a parse error. RFC 7493, RFC 8259; the integer and depth limits are house rules.
 */
export function readJson(bytes: Uint8Array, limits: JsonLimits = {}): Result<JsonValue, JsonRefusal> {
  const maxBytes = limits.maxBytes ?? DEFAULT_MAX_BYTES;
  if (bytes.length > maxBytes) return err({ kind: "too_large", message: `body larger than ${maxBytes} bytes` });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return err({ kind: "invalid_utf8", message: "body is not valid UTF-8" });
  }
  return readDocument(text, limits);
}

/** The same for text that is already decoded. */
export function readJsonText(text: string, limits: JsonLimits = {}): Result<JsonValue, JsonRefusal> {
  const maxBytes = limits.maxBytes ?? DEFAULT_MAX_BYTES;
  const isTooLarge = text.length > maxBytes || (text.length * 3 > maxBytes && byteLength(text) > maxBytes);
  if (isTooLarge) return err({ kind: "too_large", message: `text larger than ${maxBytes} bytes` });
  return readDocument(text, limits);
}

/** Reads back text that we stored ourselves: canonical actions, views, terms, answers, and requests as received. */
export function readStoredText(text: string): Result<JsonValue, JsonRefusal> {
  return readDocument(text, { integers: "any", maxDepth: 512 });
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function readDocument(text: string, limits: JsonLimits): Result<JsonValue, JsonRefusal> {
  const reader = new TextReader(text, limits.maxDepth ?? DEFAULT_MAX_DEPTH, limits.integers ?? "safe");
  const value = reader.document();
  if (value !== undefined) return ok(value);
  return err(reader.refusal ?? { kind: "parse_error", message: "unreadable" });
}
