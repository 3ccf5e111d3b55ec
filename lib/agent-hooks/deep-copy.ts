/** Copies of admitted values, so that whoever gets one changes nothing that others see. */
import type { JsonObject, JsonValue } from "../core/json/value";

/** A copy of what was admitted. */
export function deepCopy<T extends JsonValue>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  return (Array.isArray(value) ? copyOfList(value) : copyOfObject(value as JsonObject)) as T;
}

// both take the holder over whole, which engines do fast, and then replace what is nested in it
function copyOfList(list: readonly JsonValue[]): JsonValue {
  const copy = list.slice();
  for (let i = 0; i < copy.length; i += 1) {
    const item = copy[i] as JsonValue;
    if (typeof item === "object" && item !== null) copy[i] = deepCopy(item);
  }
  return copy;
}

function copyOfObject(object: JsonObject): JsonValue {
  const copy: Record<string, JsonValue> = { ...object };
  for (const name of Object.keys(object)) {
    const item = object[name] as JsonValue;
    if (typeof item === "object" && item !== null) setOwn(copy, name, deepCopy(item));
  }
  return copy;
}

/** `__proto__` is a name like any other. */
export function setOwn(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
