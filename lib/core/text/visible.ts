/** Makes hidden, reordering and blank characters visible, without changing the text that is stored or hashed. */

export type Segment =
  | { readonly kind: "text"; readonly text: string }
  /** One character that would not show as itself. `label` is `U+202E RLO` or `U+000A line break`. */
  | { readonly kind: "chip"; readonly text: string; readonly label: string; readonly escape: string }
  /** A long run of blanks or of other hidden characters, counted so that it cannot push anything out of sight. */
  | { readonly kind: "space-run"; readonly text: string; readonly count: number; readonly label: string }
  /** A secret that is there but not shown. */
  | { readonly kind: "masked" };

/**
 * Control, format, surrogate, private-use, unassigned, separators, default-ignorable, blanks other than the space, and
 * letters that draw nothing (Braille blank, musical null notehead).
 */
const HIDDEN_ONE = "(?:[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\u{1D159}]|(?! )\\p{White_Space})";
const HIDDEN = new RegExp(HIDDEN_ONE, "u");
const BLANK_RUN = /[ \t\r\n\u00A0]{8}/;
/** A run of blanks, a long run of anything hidden, or one hidden character. */
const SPLIT = new RegExp(`([ \\t\\r\\n\\u00A0]{8,})|(${HIDDEN_ONE}{32,})|${HIDDEN_ONE}`, "gu");

const NAMES: Readonly<Record<number, string>> = {
  0: "NUL",
  7: "BEL",
  8: "backspace",
  9: "tab",
  10: "line break",
  13: "carriage return",
  27: "ESC",
  127: "DEL",
  160: "no-break space",
  173: "soft hyphen",
  847: "grapheme joiner",
  1564: "ALM",
  4447: "Hangul filler",
  4448: "Hangul filler",
  6158: "Mongolian vowel separator",
  8203: "zero-width space",
  8204: "ZWNJ",
  8205: "ZWJ",
  8206: "LRM",
  8207: "RLM",
  8232: "line separator",
  8233: "paragraph separator",
  8234: "LRE",
  8235: "RLE",
  8236: "PDF",
  8237: "LRO",
  8238: "RLO",
  8288: "word joiner",
  8294: "LRI",
  8295: "RLI",
  8296: "FSI",
  8297: "PDI",
  10240: "Braille blank",
  12288: "ideographic space",
  12644: "Hangul filler",
  65039: "variation selector",
  65279: "BOM",
  65440: "Hangul filler",
};

/** Cuts a text into what shows as itself and what would not; the texts of all segments join to the input. */
export function segments(text: string): readonly Segment[] {
  const found: Segment[] = [];
  let shown = 0;
  for (const match of text.matchAll(SPLIT)) {
    if (match.index > shown) found.push({ kind: "text", text: text.slice(shown, match.index) });
    found.push(
      match[1] !== undefined ? spaceRun(match[1]) : match[2] !== undefined ? hiddenRun(match[2]) : chip(match[0]),
    );
    shown = match.index + match[0].length;
  }
  if (shown < text.length) found.push({ kind: "text", text: text.slice(shown) });
  return found;
}

/** True when some character would not show as itself; tabs and line breaks alone do not count. */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text.replaceAll(/[\t\n]|\r\n/g, ""));
}

/** True when blanks stand together in a number that could push text out of sight. */
export const hasBlankRun = (text: string): boolean => BLANK_RUN.test(text);

/** True when some character shows: a text of blanks and invisible characters says nothing. */
export const isSaid = (text: string): boolean =>
  segments(text).some((part) => part.kind === "text" && part.text.trim() !== "");

/** One plain line: every hidden character as an escape such as `\u{202E}`, blank runs counted. */
export function visibleText(text: string): string {
  return segments(text)
    .map((part) => (part.kind === "text" ? part.text : part.kind === "chip" ? part.escape : `[${partLabel(part)}]`))
    .join("");
}

const partLabel = (part: Segment): string => (part.kind === "space-run" ? part.label : "masked");

/** `U+202E` for a single character. */
export function codePointLabel(character: string): string {
  return `U+${hex(character)}`;
}

const hex = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");

function chip(character: string): Segment {
  const code = character.codePointAt(0) ?? 0;
  const name = NAMES[code] ?? (code >= 0xe0000 && code <= 0xe007f ? "tag" : undefined);
  const label = name === undefined ? codePointLabel(character) : `${codePointLabel(character)} ${name}`;
  return { kind: "chip", text: character, label, escape: `\\u{${hex(character)}}` };
}

function spaceRun(run: string): Segment {
  const count = [...run].length;
  const lines = run.split("\n").length - 1;
  const label = lines === 0 ? `${count} blanks` : `${count} blanks, ${lines} line ${lines === 1 ? "break" : "breaks"}`;
  return { kind: "space-run", text: run, count, label };
}

/** Chips by the hundred would hide as much as the characters do. */
function hiddenRun(run: string): Segment {
  const kinds = [...new Set(run)];
  const named = kinds.slice(0, 3).map(codePointLabel).join(", ");
  const count = [...run].length;
  return {
    kind: "space-run",
    text: run,
    count,
    label: `${count} hidden characters: ${named}${kinds.length > 3 ? ", …" : ""}`,
  };
}
