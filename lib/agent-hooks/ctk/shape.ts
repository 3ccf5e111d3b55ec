/** Closed shapes: what a value must look like, and every place where it does not. */
import { isJsonObject } from "../../core/json/value";
import { isDottedPath } from "./dotted-path";

/** Returns one line for each fault; `at` names the place. Values are never quoted. */
export type Shape = (value: unknown, at: string) => readonly string[];

const when = (holds: boolean, at: string, what: string): readonly string[] => (holds ? [] : [`${at}: ${what}`]);

export const anything: Shape = () => [];
export const text: Shape = (value, at) => when(typeof value === "string", at, "not a string");
export const flag: Shape = (value, at) => when(typeof value === "boolean", at, "not a boolean");
export const object: Shape = (value, at) => when(isJsonObject(value), at, "not an object");
export const count: Shape = (value, at) => when(Number.isSafeInteger(value) && Number(value) >= 0, at, "not a count");

export const textLike =
  (pattern: RegExp, what: string): Shape =>
  (value, at) =>
    when(typeof value === "string" && pattern.test(value), at, what);

export const oneOf =
  (...values: readonly unknown[]): Shape =>
  (value, at) =>
    when(values.includes(value), at, `none of ${values.map(String).join(", ")}`);

export const list =
  (item: Shape): Shape =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((one, i) => item(one, `${at}[${i}]`)) : [`${at}: not a list`];

export const either =
  (a: Shape, b: Shape): Shape =>
  (value, at) => {
    const faults = a(value, at);
    return faults.length === 0 || b(value, at).length === 0 ? [] : faults;
  };

/** An object whose names are dotted paths, with values of any kind. */
export const byPath: Shape = (value, at) =>
  isJsonObject(value)
    ? Object.keys(value).flatMap((path) => when(isDottedPath(path), at, `"${path}" is no dotted path`))
    : [`${at}: not an object`];

export const paths: Shape = list((value, at) =>
  when(typeof value === "string" && isDottedPath(value), at, "no dotted path"),
);

interface Members {
  readonly must?: { readonly [name: string]: Shape };
  readonly may?: { readonly [name: string]: Shape };
}

/** Other members are faults: an expectation that nobody asserts would pass unseen. */
export const closed =
  (members: Members): Shape =>
  (value, at) => {
    if (!isJsonObject(value)) return [`${at}: not an object`];
    const { must = {}, may = {} } = members;
    const faults: string[] = [];
    for (const name of Object.keys(must)) if (!Object.hasOwn(value, name)) faults.push(`${at}.${name}: missing`);
    for (const [name, one] of Object.entries(value)) {
      const shape = Object.hasOwn(must, name) ? must[name] : Object.hasOwn(may, name) ? may[name] : undefined;
      faults.push(...(shape ? shape(one, `${at}.${name}`) : [`${at}.${name}: unknown member`]));
    }
    return faults;
  };

/** Members that are named must look like it; others are left alone. */
export const open =
  (members: Members): Shape =>
  (value, at) => {
    if (!isJsonObject(value)) return [`${at}: not an object`];
    const known = { ...members.must, ...members.may };
    const present = Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(known, name)));
    return closed(members)(present, at);
  };
