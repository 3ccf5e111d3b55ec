/** §4.4: which JavaScript values may enter a context. Taken as they are, by one deep copy, or refused; never repaired. */

import type { JsonValue } from "../core/json/value";
import { err, ok, type Result } from "../core/result";
import { count, countText, newWalk, Refused, type Walk, WORTH_REMEMBERING } from "./admission-walk";
import { setOwn } from "./deep-copy";
import { platform } from "./platform";

/** Where and why; never the value. */
export interface DomainFault {
  readonly path: string;
  readonly rule: string;
}

export interface Admitted {
  readonly value: JsonValue;
  /** Two bounds of the bytes that the serialized value has. */
  readonly atLeastBytes: number;
  readonly atMostBytes: number;
}

/** The root is level 1; only lists and objects nest. */
export const MAX_DEPTH = 128;
const LONGEST_PATH = 120;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/**
 * A copy of plain JSON data, which shares nothing with it; what is in it twice may be in the copy once. Refuses undefined, functions, symbols, bigints, accessors, class instances, sparse
 * lists, cycles, proxies, non-finite numbers, lone surrogates, and more than 128 levels. Never throws.
 */
export function admit(value: unknown, root = "context"): Result<Admitted, DomainFault> {
  return take(value, root, false);
}

/** The same for an answer: members that are `undefined` count as absent. */
export function admitAnswer(value: unknown, root = "answer"): Result<Admitted, DomainFault> {
  return take(value, root, true);
}

function take(value: unknown, root: string, undefinedIsAbsent: boolean): Result<Admitted, DomainFault> {
  const walk = newWalk(undefinedIsAbsent);
  try {
    const copy = visit(value, walk);
    if (platform.isProxy === null && typeof value === "object" && value !== null) refuseProxies(value);
    return ok({ value: copy, atLeastBytes: walk.atLeastBytes, atMostBytes: walk.atMostBytes });
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

/** A proxy may answer differently at each read. Where nothing tells one by looking, structured cloning refuses it. */
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
      countText(value, 3, walk);
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new Refused("not a finite number");
      count(1, 26, walk);
      return value;
    case "boolean":
      count(4, 6, walk);
      return value;
    case "object":
      count(2, 5, walk);
      return value === null ? null : visitNested(value, walk);
    default:
      throw new Refused(`${typeof value} is not JSON`);
  }
}

function visitNested(value: object, walk: Walk): JsonValue {
  if (platform.isProxy?.(value)) throw new Refused("holds a proxy");
  if (walk.open.has(value)) throw new Refused("cycle");
  const known = walk.met.get(value);
  const level = walk.open.size + (known?.levels ?? 1);
  if (level > MAX_DEPTH) throw new Refused(`nested deeper than ${MAX_DEPTH}`);
  walk.deepest = Math.max(walk.deepest, level);
  if (known) {
    count(known.atLeastBytes, known.atMostBytes, walk);
    return known.copy;
  }
  return visitNew(value, walk);
}

function visitNew(value: object, walk: Walk): JsonValue {
  const { atLeastBytes, atMostBytes, deepest } = walk;
  walk.open.add(value);
  walk.deepest = walk.open.size;
  const copy = Array.isArray(value) ? visitList(value, walk) : visitObject(value, walk);
  walk.open.delete(value);
  if (walk.atLeastBytes - atLeastBytes >= WORTH_REMEMBERING) {
    walk.met.set(value, {
      copy,
      levels: walk.deepest - walk.open.size,
      atLeastBytes: walk.atLeastBytes - atLeastBytes,
      atMostBytes: walk.atMostBytes - atMostBytes,
    });
  }
  walk.deepest = Math.max(walk.deepest, deepest);
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
    const value = ownData(object, name);
    if (value !== undefined || !walk.undefinedIsAbsent) {
      countText(name, 4, walk);
      setOwn(copy, name, visit(value, walk));
    }
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
