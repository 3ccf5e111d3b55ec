/** Values and texts shortened to one line, cut on a code point and marked. */
import { canonicalText } from "../json/canonical";
import type { JsonValue } from "../json/value";

export const MAX_LENGTH = 160;

/** Cuts on a code point, never inside a surrogate pair, and says so. */
export function shorten(text: string, max = MAX_LENGTH): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Strings as they are, everything else as canonical JSON. */
export const shortValue = (value: JsonValue | undefined): string =>
  shorten(typeof value === "string" ? value : value === undefined ? "" : canonicalText(value));
