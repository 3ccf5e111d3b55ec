/** Badges for names that look like another name: mixed scripts, compatibility forms, whole-script look-alikes. */
import { codePointLabel, hasHidden } from "./visible";

export interface NameReport {
  /** True when the name deserves a badge. */
  readonly suspicious: boolean;
  readonly scripts: readonly string[];
  /** Letters of more than one script. */
  readonly mixed: boolean;
  /** Fullwidth, ligature and similar forms that normalise to something else. */
  readonly compatibility: boolean;
  readonly hidden: boolean;
  /** What a reader may take it for, when that differs from what it is. */
  readonly looksLike: string | null;
  /** The characters that cause it, such as `а U+0430 Cyrillic`. */
  readonly odd: readonly string[];
}

const SCRIPTS = [
  "Latin",
  "Cyrillic",
  "Greek",
  "Armenian",
  "Hebrew",
  "Arabic",
  "Cherokee",
  "Georgian",
  "Devanagari",
  "Thai",
  "Han",
  "Hiragana",
  "Katakana",
  "Hangul",
] as const;

const MATCHERS = SCRIPTS.map((name) => ({ name, test: new RegExp(`\\p{Script=${name}}`, "u") }));
/** Letters of a script that is not listed; marks such as the Japanese length mark belong to none. */
const OTHER_LETTER = /(?!\p{Script=Common}|\p{Script=Inherited})\p{L}/u;

/** Written together in ordinary Japanese, Chinese and Korean. */
const EAST_ASIAN = new Set<string>(["Han", "Hiragana", "Katakana", "Hangul"]);

/** ASCII letter to the letters of other scripts that draw like it (a small part of the Unicode confusables, UTS 39). */
const LOOK_ALIKES: { readonly [ascii: string]: string } = {
  a: "\u0430\u03b1\u0251",
  c: "\u0441\u03f2",
  d: "\u0501",
  e: "\u0435",
  g: "\u0261\u0581",
  h: "\u04bb\u0570",
  i: "\u0456\u03b9\u0131",
  j: "\u0458\u03f3",
  l: "\u04cf",
  n: "\u0578",
  o: "\u043e\u03bf\u0585",
  p: "\u0440\u03c1",
  q: "\u051b",
  s: "\u0455",
  u: "\u057d\u03c5",
  v: "\u0475\u03bd",
  w: "\u051d",
  x: "\u0445",
  y: "\u0443",
  z: "\u0290",
  A: "\u0410\u0391",
  B: "\u0412\u0392",
  C: "\u0421\u03f9",
  E: "\u0415\u0395",
  G: "\u050c",
  H: "\u041d\u0397",
  I: "\u0406\u0399\u04c0",
  J: "\u0408",
  K: "\u041a\u039a",
  M: "\u041c\u039c",
  N: "\u039d",
  O: "\u041e\u039f\u0555",
  P: "\u0420\u03a1",
  Q: "\u051a",
  S: "\u0405\u054f",
  T: "\u0422\u03a4",
  W: "\u051c",
  X: "\u0425\u03a7",
  Y: "\u0423\u03a5",
  Z: "\u0396",
};

const LOOK_ALIKE = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([ascii, others]) => [...others].map((other) => [other, ascii] as const)),
);

/** Every look-alike letter as the ASCII letter that it draws like. For comparing names that a reader could confuse. */
export const skeletonOf = (name: string): string =>
  [...name.normalize("NFKC")].map((character) => LOOK_ALIKE.get(character) ?? character).join("");

/** Compares nothing and changes nothing: names are equal only by their exact code points. */
export function inspectName(name: string): NameReport {
  const scripts = new Set<string>();
  const odd = new Set<string>();
  for (const character of new Set(name)) {
    const script = scriptOf(character);
    if (script !== null) scripts.add(script);
    if (character > "\u007f")
      odd.add(`${character} ${codePointLabel(character)}${script === null ? "" : ` ${script}`}`);
  }
  const skeleton = skeletonOf(name);
  const looksLike = skeleton !== name && /^[\x20-\x7e]*$/.test(skeleton) ? skeleton : null;
  const mixed = scripts.size > 1 && ![...scripts].every((script) => EAST_ASIAN.has(script));
  const compatibility = name.normalize("NFKC") !== name;
  const hidden = hasHidden(name) || /[\t\n\r]/.test(name);
  const suspicious = mixed || compatibility || hidden || looksLike !== null;
  return { suspicious, scripts: [...scripts], mixed, compatibility, hidden, looksLike, odd: [...odd] };
}

/** True when letters of more than one script stand in one name. */
export const mixedScript = (name: string): boolean => inspectName(name).mixed;

/** Words of a text that mix scripts, such as `p\u0430ypal.example`; at most three. */
export function mixedWords(text: string): readonly string[] {
  if (/^\p{ASCII}*$/u.test(text)) return [];
  const found = new Set<string>();
  for (const word of text.split(/[^\p{L}\p{M}\p{N}._-]+/u)) {
    if (found.size < 3 && mixedScript(word)) found.add(word);
  }
  return [...found];
}

function scriptOf(character: string): string | null {
  const known = MATCHERS.find((script) => script.test.test(character));
  if (known) return known.name;
  return OTHER_LETTER.test(character) ? "other" : null;
}
