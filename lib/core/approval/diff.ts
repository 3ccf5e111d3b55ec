/** Structural difference of two actions, for showing approved and presented content side by side. */
import { canonicalText } from "../json/canonical";
import { isJsonObject, type JsonValue } from "../json/value";
import { formatPointer } from "../wire/pointer";

export interface Difference {
  /** JSON pointer (RFC 6901) into both values. */
  readonly path: string;
  readonly kind: "added" | "removed" | "changed";
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/**
 * Every place where `b` differs from `a`, in canonical member order. Equal canonical bytes give an empty list and
 * nothing else does. Lists are compared position by position: in an argument list the position is the meaning.
 */
export function diffActions(a: JsonValue, b: JsonValue): readonly Difference[] {
  const found: Difference[] = [];
  walk({ a, b, path: "" }, found);
  return found;
}

interface Place {
  readonly a: JsonValue;
  readonly b: JsonValue;
  readonly path: string;
}

function walk({ a, b, path }: Place, found: Difference[]): void {
  if (isJsonObject(a) && isJsonObject(b)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
    for (const name of names) member({ before: own(a, name), after: own(b, name), path: at(path, name) }, found);
  } else if (isList(a) && isList(b)) {
    for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
      member({ before: a[index], after: b[index], path: at(path, String(index)) }, found);
    }
  } else if (canonicalText(a) !== canonicalText(b)) {
    found.push({ path, kind: "changed", before: a, after: b });
  }
}

function member(
  { before, after, path }: { before: JsonValue | undefined; after: JsonValue | undefined; path: string },
  found: Difference[],
): void {
  if (before === undefined && after !== undefined) found.push({ path, kind: "added", after });
  else if (after === undefined && before !== undefined) found.push({ path, kind: "removed", before });
  else if (before !== undefined && after !== undefined) walk({ a: before, b: after, path }, found);
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const own = (object: { readonly [member: string]: JsonValue }, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;
const at = (path: string, name: string): string => path + formatPointer([name]);
