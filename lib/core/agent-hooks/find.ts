/**
 * Matches the `find` of a host rule: literal characters, and `*` for a run of one or more letters, digits, `_` and `-`.
 * Each character of the text is compared once with each place of the pattern, whatever both hold.
 */

/** A `*` between its literal characters; never empty. */
export interface Find {
  /** A character code, or `RUN`. */
  readonly places: readonly number[];
  /** The longest stretch of literal characters: a text without it has no match. */
  readonly needle: string;
}

const RUN = -1;
const NONE = -1;

export function compileFind(find: string): Find {
  const literals = find.split("*");
  const needle = literals.reduce((longest, part) => (part.length > longest.length ? part : longest), "");
  const places = Array.from({ length: find.length }, (_, at) => (find[at] === "*" ? RUN : find.charCodeAt(at)));
  return { places, needle };
}

export const hasMatch = (text: string, find: Find): boolean => text.includes(find.needle) && ends(text, find).isFound;

/** The text with every match replaced: from the left, each as long as it can be, none overlapping. Null without a match. */
export function replaceMatches(text: string, find: Find, replacement: string): string | null {
  if (!text.includes(find.needle)) return null;
  const { furthest, isFound } = ends(text, find);
  if (!isFound) return null;
  const parts: string[] = [];
  let kept = 0;
  let at = 0;
  while (at < text.length) {
    const end = furthest[at] ?? NONE;
    if (end === NONE) {
      at += 1;
      continue;
    }
    parts.push(text.slice(kept, at), replacement);
    kept = end;
    at = end;
  }
  parts.push(text.slice(kept));
  return parts.join("");
}

/**
 * For each start of the text the furthest end of a match from there. Computed from the right: what the rest of the
 * pattern comes to at the next character is known, so nothing is ever tried twice.
 */
function ends(text: string, { places }: Find): { readonly furthest: Int32Array; readonly isFound: boolean } {
  const furthest = new Int32Array(text.length).fill(NONE);
  let isFound = false;
  // next[j]: furthest end of a match of places[j..] that begins at the character after this one
  const next = new Int32Array(places.length + 1).fill(NONE);
  next[places.length] = text.length;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const code = text.charCodeAt(at);
    const isRun = isRunCharacter(code);
    // left to right, so that places[j + 1..] is still that of the next character
    for (let place = 0; place < places.length; place += 1) {
      const rest = next[place + 1] as number;
      if (places[place] === RUN) next[place] = isRun ? Math.max(rest, next[place] as number) : NONE;
      else next[place] = places[place] === code ? rest : NONE;
    }
    next[places.length] = at;
    furthest[at] = next[0] as number;
    if (next[0] !== NONE) isFound = true;
  }
  return { furthest, isFound };
}

/** Letters and digits of ASCII, `_` and `-`. */
const isRunCharacter = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x5f ||
  code === 0x2d;
