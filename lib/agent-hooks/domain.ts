/** §4.4: which JavaScript values may enter a context. Taken as they are, by one deep copy, or refused; never repaired. */

import type { JsonObject, JsonValue } from "../core/json/value";
import { err, ok, type Result } from "../core/result";

/** Where and why; never the value. */
export interface DomainFault {
  readonly path: string;
  readonly rule: string;
}

export interface Admitted {
  readonly value: JsonValue;
  /** At least as many bytes as the serialized value has. */
  readonly atMostBytes: number;
}

/** The root is level 1; only lists and objects nest. */
export const MAX_DEPTH = 128;
const LONGEST_PATH = 120;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

interface Walk {
  /** Members that are `undefined` are left out, as JSON does. For verdicts, never for contexts. */
  readonly undefinedIsAbsent: boolean;
  readonly open: Set<object>;
  /** To where the walk is; read when something is refused. */
  readonly steps: (string | number)[];
  bytes: number;
}

/** `message` is the rule. */
class Refused extends Error {}

/**
 * A deep copy of plain JSON data. Refuses undefined, functions, symbols, bigints, accessors, class instances, sparse
 * lists, cycles, proxies, non-finite numbers, lone surrogates, and more than 128 levels. Never throws.
 */
export function admit(value: unknown, root = "context"): Result<Admitted, DomainFault> {
  return take(value, root, false);
}

/** The same for an answer: members that are `undefined` count as absent. */
export function admitAnswer(value: unknown, root = "answer"): Result<Admitted, DomainFault> {
  return take(value, root, true);
}

/** A copy of what was admitted. */
export function deepCopy<T extends JsonValue>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => deepCopy(item)) as unknown as T;
  const copy: Record<string, JsonValue> = {};
  for (const name of Object.keys(value)) setOwn(copy, name, deepCopy((value as JsonObject)[name] as JsonValue));
  return copy as T;
}

/** `__proto__` is a name like any other. */
export function setOwn(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function take(value: unknown, root: string, undefinedIsAbsent: boolean): Result<Admitted, DomainFault> {
  const walk: Walk = { undefinedIsAbsent, open: new Set(), steps: [], bytes: 0 };
  try {
    const copy = visit(value, walk);
    if (typeof value === "object" && value !== null) refuseProxies(value);
    return ok({ value: copy, atMostBytes: walk.bytes });
  } catch (thrown) {
    return err({
      path: pathOf(root, walk.steps),
      rule: thrown instanceof Refused ? thrown.message : "cannot be read",
    });
  }
}

function pathOf(root: string, steps: readonly (string | number)[]): string {
  const path = root + steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  const shown = path.replace(LONE_SURROGATES, "?");
  return shown.length > LONGEST_PATH ? `${shown.slice(0, LONGEST_PATH)}...` : shown;
}

/** No pure test knows a proxy, which may answer differently at each read; structured cloning refuses it. */
function refuseProxies(value: object): void {
  try {
    structuredClone(value);
  } catch {
    throw new Refused("holds a proxy");
  }
}

function visit(value: unknown, walk: Walk): JsonValue {
  switch (typeof value) {
    case "string":
      if (LONE_SURROGATE.test(value)) throw new Refused("lone surrogate");
      walk.bytes += value.length * 6 + 3;
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new Refused("not a finite number");
      walk.bytes += 26;
      return value;
    case "boolean":
      walk.bytes += 6;
      return value;
    case "object":
      walk.bytes += 5;
      return value === null ? null : visitNested(value, walk);
    default:
      throw new Refused(`${typeof value} is not JSON`);
  }
}

function visitNested(value: object, walk: Walk): JsonValue {
  if (walk.open.has(value)) throw new Refused("cycle");
  if (walk.open.size >= MAX_DEPTH) throw new Refused(`nested deeper than ${MAX_DEPTH}`);
  walk.open.add(value);
  const copy = Array.isArray(value) ? visitList(value, walk) : visitObject(value, walk);
  walk.open.delete(value);
  return copy;
}

function visitList(list: readonly unknown[], walk: Walk): JsonValue {
  if (!isListPrototype(Object.getPrototypeOf(list))) throw new Refused("not a plain list");
  if (Reflect.ownKeys(list).length !== list.length + 1) throw new Refused("list with holes or members");
  const copy: JsonValue[] = [];
  for (let i = 0; i < list.length; i += 1) {
    walk.steps.push(i);
    copy.push(visit(ownData(list, String(i)), walk));
    walk.steps.pop();
  }
  return copy;
}

function visitObject(object: object, walk: Walk): JsonValue {
  if (!isPlainPrototype(Object.getPrototypeOf(object))) throw new Refused("not a plain object");
  const copy: Record<string, JsonValue> = {};
  for (const name of Reflect.ownKeys(object)) {
    if (typeof name === "symbol") throw new Refused("symbol as a name");
    walk.steps.push(name);
    if (LONE_SURROGATE.test(name)) throw new Refused("lone surrogate in a name");
    const value = ownData(object, name);
    if (value !== undefined || !walk.undefinedIsAbsent) setOwn(copy, name, visit(value, walk));
    walk.bytes += name.length * 6 + 4;
    walk.steps.pop();
  }
  return copy;
}

function ownData(holder: object, name: string): unknown {
  const found = Object.getOwnPropertyDescriptor(holder, name);
  if (!found || !("value" in found)) throw new Refused("accessor or hole");
  if (!found.enumerable) throw new Refused("hidden member");
  return found.value;
}

/** Also of another realm: nothing above it, and the members of Object.prototype. */
function isPlainPrototype(prototype: object | null): boolean {
  if (prototype === null || prototype === Object.prototype) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}

function isListPrototype(prototype: object | null): boolean {
  if (prototype === Array.prototype) return true;
  return prototype !== null && Array.isArray(prototype) && isPlainPrototype(Object.getPrototypeOf(prototype));
}
