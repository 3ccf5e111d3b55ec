/** Copies of JSON objects without a prototype, so that a member called __proto__ stays a member. */
import { isJsonObject, type JsonObject, type JsonValue } from "./value";

type Draft = { [member: string]: JsonValue };

function copy(object: JsonObject): Draft {
  const made: Draft = Object.create(null);
  for (const name of Object.keys(object)) made[name] = object[name] as JsonValue;
  return made;
}

/** A shallow copy without the named members. */
export function omit(object: JsonObject, ...members: readonly string[]): JsonObject {
  const made: Draft = Object.create(null);
  for (const name of Object.keys(object)) {
    if (!members.includes(name)) made[name] = object[name] as JsonValue;
  }
  return made;
}

/** A shallow copy with one member set. */
export function withMember(object: JsonObject, name: string, value: JsonValue): JsonObject {
  const made = copy(object);
  made[name] = value;
  return made;
}

/** The own member of that name, or undefined; never something inherited. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Follows own members from object to object. */
export function memberAt(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const name of path) found = member(found, name);
  return found;
}

/**
 * A JSON value from an ordinary JavaScript one: own enumerable members, `undefined` members left out (as absent members
 * are never written as null). Throws TypeError on what JSON cannot carry.
 */
export function fromPlain(value: unknown): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("not a JSON number");
    return value;
  }
  if (Array.isArray(value)) return Array.from(value, fromPlain);
  if (typeof value === "object") return fromPlainObject(value);
  throw new TypeError(`${typeof value} is not a JSON value`);
}

/** `fromPlain` for an object, typed as one. */
export function fromPlainObject(value: object): JsonObject {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) throw new TypeError("not a plain object");
  const made: Draft = Object.create(null);
  for (const [name, item] of Object.entries(value)) {
    if (item !== undefined) made[name] = fromPlain(item);
  }
  return made;
}
