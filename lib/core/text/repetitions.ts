/**
 * A secret may be echoed beside the place where it was found. An agent may also name a destination "token" to have it
 * hidden everywhere: so only text that looks like a key is followed, and never where it would hide the decision.
 */
import type { Span } from "./mask-span";

/** Members that say where something goes, how much it is or what is touched. */
const DECISIVE =
  /^(to|cc|bcc|from|recipients?|destination|payee|beneficiary|vendor|customer|account|user|iban|amount|total|e?mail|url|uri|host|hostname|domain|endpoint|path|file|filename|table|name|id|.*_(to|id|url|uri|host|path|email|account|name))$/i;

const SCHEME = /^(?:bearer|basic|digest|token|negotiate|apikey)\s+/i;

/** The texts to look for, from one value with its hidden spans. */
export function repeatsOf(value: string, spans: "whole" | readonly Span[]): readonly string[] {
  const parts = spans === "whole" ? [value] : spans.map(([start, end]) => value.slice(start, end));
  return parts.map((part) => part.replace(SCHEME, "")).filter(looksLikeKey);
}

/** Letters and digits, long enough, no blank; not an address, a host or a path. */
function looksLikeKey(text: string): boolean {
  const isPlace = /^(?:[\w.+-]+@[\w.-]+|(?:[a-z][a-z0-9+.-]*:|\.{0,2}|~)\/.*|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})$/i;
  return text.length >= 8 && !/\s/.test(text) && /\d/.test(text) && /\p{L}/u.test(text) && !isPlace.test(text);
}

/** Where the texts stand in a value; of a decisive member only what comes after `?` or `#` can be hidden. */
export function repeatedSpans(place: {
  readonly text: string;
  readonly name: string;
  readonly repeats: ReadonlySet<string>;
}): readonly Span[] {
  const from = DECISIVE.test(place.name) ? place.text.search(/[?#]/) : 0;
  if (from < 0) return [];
  const spans: Span[] = [];
  for (const repeat of place.repeats) {
    for (let at = place.text.indexOf(repeat, from); at >= 0; at = place.text.indexOf(repeat, at + 1)) {
      spans.push([at, at + repeat.length]);
    }
  }
  return spans;
}
