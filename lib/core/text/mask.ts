/** Finds secret values, so that views, cards and logs can hide them while destinations, amounts and hosts stay. */
import { isJsonObject, type JsonValue } from "../json/value";
import { formatPointer } from "../wire/pointer";
import { mergeSpans, type Span } from "./mask-span";
import { repeatedSpans, repeatsOf } from "./repetitions";
import { isSecretName } from "./secret-names";
import { secretSpans } from "./secret-spans";

/** JSON pointer to a value, to the parts of it that are hidden: the whole value, or spans of a string. */
export type MaskMap = ReadonlyMap<string, "whole" | readonly Span[]>;

/** What stands where a secret was. Never says how long it is. */
export const MASK = "••••••";

/** Secrets of one value that are followed to other places; bounds the search. */
const MAX_REPEATS = 100;

/**
 * The secret parts of a value: by member name (also `{name, value}` pairs and two-element header lists), by shape inside
 * a string, and repetitions of a secret found that way elsewhere in the value. Display only: digests are over the value.
 */
export function findSecrets(value: JsonValue): MaskMap {
  const found = new Map<string, "whole" | readonly Span[]>();
  const repeats = new Set<string>();
  walk({ value, tokens: [], secret: false, name: "" }, ({ tokens, value: item, secret }) => {
    const spans = secret ? "whole" : typeof item === "string" ? secretSpans(item) : [];
    if (spans.length === 0) return;
    found.set(formatPointer(tokens), spans);
    if (typeof item !== "string" || repeats.size >= MAX_REPEATS) return;
    for (const text of repeatsOf(item, spans)) repeats.add(text);
  });
  if (repeats.size === 0) return found;
  walk({ value, tokens: [], secret: false, name: "" }, ({ tokens, value: item, name }) => {
    const path = formatPointer(tokens);
    const known = found.get(path) ?? [];
    if (typeof item !== "string" || known === "whole") return;
    const spans = mergeSpans([...known, ...repeatedSpans({ text: item, name, repeats })]);
    if (spans.length > 0) found.set(path, spans);
  });
  return found;
}

/**
 * A copy for display, with `MASK` where secrets are; member names and everything else stay. `path` is where `value`
 * stands inside the value that `masks` were found in.
 */
export function maskJson(value: JsonValue, masks: MaskMap = findSecrets(value), path = ""): JsonValue {
  const mask = masks.get(path);
  if (mask === "whole") return MASK;
  if (typeof value === "string") return mask === undefined ? value : maskText(value, mask);
  if (isList(value)) return value.map((item, index) => maskJson(item, masks, `${path}/${index}`));
  if (!isJsonObject(value)) return value;
  const copy: { [member: string]: JsonValue } = Object.create(null);
  for (const [name, member] of Object.entries(value)) {
    copy[name] = maskJson(member, masks, path + formatPointer([name]));
  }
  return copy;
}

/** A string with its hidden spans replaced. Spans are sorted and disjoint. */
export function maskText(text: string, spans: readonly Span[]): string {
  let shown = "";
  let from = 0;
  for (const [start, end] of spans) {
    shown += text.slice(from, start) + MASK;
    from = end;
  }
  return shown + text.slice(from);
}

interface Leaf {
  readonly value: string | number;
  readonly tokens: readonly string[];
  /** Under a member whose name says that it is secret. */
  readonly secret: boolean;
  /** The nearest member name that is not the wire's `value`. */
  readonly name: string;
}

type Place = Omit<Leaf, "value"> & { readonly value: JsonValue };

/** Visits strings and numbers; true, false, null and the empty string hide nothing. */
function walk({ value, tokens, secret, name }: Place, visit: (leaf: Leaf) => void): void {
  if (isJsonObject(value)) {
    const paired = isSecretPair(value);
    for (const [member, item] of Object.entries(value)) {
      const isValue = member === "value";
      const inside = secret || isSecretName(member) || (paired && isValue);
      walk({ value: item, tokens: [...tokens, member], secret: inside, name: isValue ? name : member }, visit);
    }
  } else if (isList(value)) {
    const header = value.length === 2 && typeof value[0] === "string" && isSecretName(value[0]);
    value.forEach((item, index) => {
      walk({ value: item, tokens: [...tokens, String(index)], secret: secret || (header && index === 1), name }, visit);
    });
  } else if (typeof value === "number" || (typeof value === "string" && value !== "")) {
    visit({ value, tokens, secret, name });
  }
}

/** `{name: "Authorization", value: "..."}` and its usual variants. */
function isSecretPair(object: { readonly [member: string]: JsonValue }): boolean {
  return ["name", "key", "header"].some((member) => {
    const named = Object.hasOwn(object, member) ? object[member] : undefined;
    return typeof named === "string" && isSecretName(named);
  });
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
