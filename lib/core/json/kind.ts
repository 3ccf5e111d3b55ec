/** The kind of a JSON value, by which an edit stays what it was. */
import type { JsonValue } from "./value";

export type JsonKind = "null" | "boolean" | "number" | "string" | "list" | "object";

export const jsonKind = (value: JsonValue): JsonKind =>
  value === null ? "null" : Array.isArray(value) ? "list" : (typeof value as JsonKind);
