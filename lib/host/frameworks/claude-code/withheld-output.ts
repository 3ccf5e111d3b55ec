/**
 * A denied result in the shape of the tool's own output. Claude Code checks a replacement against the tool's schema and goes
 * on with the original when it does not fit, so a sentence in place of an object would hide nothing.
 */
import { fromPlain } from "../../../core/json/build";
import { isJsonObject, type JsonValue } from "../../../core/json/value";

/** Members by which tools tell the kinds of their outputs apart; a word among them is no content. */
const KINDS: readonly string[] = ["type", "mode", "kind", "status"];
const WORD = /^[a-z][a-z0-9_/+-]{0,31}$/;

/** Every text gives way to `reason`; what stays is the shape, with its numbers and its kinds. */
export function withheldOutput(output: unknown, reason: string): JsonValue {
  return blank(fromPlain(output ?? null), { reason, member: "" });
}

interface Place {
  readonly reason: string;
  readonly member: string;
}

function blank(value: JsonValue, place: Place): JsonValue {
  if (typeof value === "string") return value === "" || isKind(value, place) ? value : place.reason;
  if (Array.isArray(value)) return value.map((one) => blank(one, place));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([member, one]) => [member, blank(one, { ...place, member })]);
  return Object.fromEntries(members);
}

const isKind = (value: string, { member }: Place): boolean => KINDS.includes(member) && WORD.test(value);

/** Whether a rewritten output still has the shape of the tool's own: members and kinds of values, not their number in lists. */
export function hasShapeOf(original: JsonValue, output: JsonValue): boolean {
  if (Array.isArray(original)) {
    return Array.isArray(output) && output.every((one) => original.some((other) => hasShapeOf(other, one)));
  }
  if (!isJsonObject(original)) return !Array.isArray(output) && !isJsonObject(output) && isSameKind(original, output);
  if (!isJsonObject(output)) return false;
  const names = Object.keys(original);
  const isSame = names.length === Object.keys(output).length && names.every((name) => Object.hasOwn(output, name));
  return isSame && names.every((name) => hasShapeOf(original[name] as JsonValue, output[name] as JsonValue));
}

const isSameKind = (a: JsonValue, b: JsonValue): boolean =>
  a === null ? b === null : typeof a === typeof b && b !== null;
