/** What is wrong with a bundle, by place; and the small checks that every part of it shares. */
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value";

export interface Fault {
  /** Dotted path, `` for the bundle itself. */
  readonly field: string;
  readonly problem: string;
  readonly value?: JsonValue;
}

/** Judges the value that stands at `field`. */
export type Check = (value: JsonValue | undefined, field: string) => Fault | null;

export const unknownMember = (object: JsonObject, known: readonly string[]): string | null =>
  Object.keys(object).find((name) => !known.includes(name)) ?? null;

export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

/** An object of exactly these members, the ones in `optional` left out or not. */
export function objectOf(
  members: { readonly [name: string]: Check },
  { optional = [], what }: { readonly optional?: readonly string[]; readonly what: string },
): Check {
  return (value, field) => {
    if (!isJsonObject(value)) return { field, problem: "must be an object", value };
    const unknown = unknownMember(value, Object.keys(members));
    if (unknown !== null)
      return { field: `${field}.${unknown}`, problem: `is not a member of ${what}`, value: value[unknown] };
    for (const [name, check] of Object.entries(members)) {
      if (!Object.hasOwn(value, name) && optional.includes(name)) continue;
      const fault = check(Object.hasOwn(value, name) ? value[name] : undefined, `${field}.${name}`);
      if (fault) return fault;
    }
    return null;
  };
}

export function listOf(check: Check, { least = 0, most }: { readonly least?: number; readonly most: number }): Check {
  return (value, field) => {
    if (!isList(value)) return { field, problem: "must be a list", value };
    if (value.length < least) return { field, problem: "must not be empty", value };
    if (value.length > most) return { field, problem: `must not have more than ${most} items` };
    for (const [index, item] of value.entries()) {
      const fault = check(item, `${field}[${index}]`);
      if (fault) return fault;
    }
    return null;
  };
}

export function wholeNumber(lowest: number, highest: number): Check {
  return (value, field) =>
    typeof value === "number" && Number.isInteger(value) && value >= lowest && value <= highest
      ? null
      : { field, problem: `must be a whole number from ${lowest} to ${highest}`, value };
}

export const oneOf =
  (words: readonly string[]): Check =>
  (value, field) =>
    typeof value === "string" && words.includes(value)
      ? null
      : { field, problem: `must be one of ${words.join(", ")}`, value };

/** A text that is not empty, and passes `test` where one is given. */
export const textWhere =
  (problem: string, test: (text: string) => boolean = () => true): Check =>
  (value, field) =>
    typeof value === "string" && value.trim() !== "" && value.length <= 1000 && test(value)
      ? null
      : { field, problem, value };
