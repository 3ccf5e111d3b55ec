/** Plain data of what a framework holds: absent members left out. Anything else stays as it is, for the contract to refuse. */
import type { JsonValue } from "../../core/json/value";

export function plain(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value as JsonValue;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value as never;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
}
