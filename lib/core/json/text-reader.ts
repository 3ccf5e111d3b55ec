/** Recursive descent over JSON text, bounded in depth; the strict rules of `readJson` live here. */
import type { JsonRefusal, JsonRefusalKind } from "./refusal";
import type { JsonValue } from "./value";

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

const ESCAPES: { readonly [letter: string]: string } = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Groups: fraction, exponent. What it leaves over, as in `01` or `1.`, is text where no text may stand. */
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;

/** With the u flag pairs are read as one code point, so only a lone half matches. */
const LONE_SURROGATE = /\p{Surrogate}/u;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** Every method answers `undefined` after a refusal, which then stands in `refusal`. */
export class TextReader {
  refusal: JsonRefusal | undefined;
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly maxDepth: number,
    private readonly integers: "safe" | "any",
  ) {}

  document(): JsonValue | undefined {
    const value = this.value(0);
    if (value === undefined) return undefined;
    this.space();
    return this.at === this.text.length ? value : this.broken("text after the value");
  }

  private refuse(kind: JsonRefusalKind, message: string): undefined {
    this.refusal = { kind, message: `${message} at offset ${this.at}` };
    return undefined;
  }

  private broken(message: string): undefined {
    return this.refuse("parse_error", message);
  }

  /** Skips white space and returns the code unit that stands there, NaN at the end. */
  private space(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.at += 1;
    }
  }

  private value(depth: number): JsonValue | undefined {
    const code = this.space();
    if (code === QUOTE) return this.string();
    if (code === 0x7b || code === 0x5b) {
      if (depth >= this.maxDepth) return this.refuse("too_deep", `nesting beyond ${this.maxDepth} levels`);
      return code === 0x7b ? this.object(depth + 1) : this.array(depth + 1);
    }
    if (isDigit(code) || code === MINUS) return this.number();
    if (code === 0x74) return this.word("true", true);
    if (code === 0x66) return this.word("false", false);
    if (code === 0x6e) return this.word("null", null);
    return this.broken("expected a value");
  }

  private word(word: string, value: boolean | null): boolean | null | undefined {
    if (!this.text.startsWith(word, this.at)) return this.broken("expected a value");
    this.at += word.length;
    return value;
  }

  private object(depth: number): JsonValue | undefined {
    const members: { [member: string]: JsonValue } = Object.create(null);
    this.at += 1;
    if (this.space() === 0x7d) {
      this.at += 1;
      return members;
    }
    for (;;) {
      if (this.space() !== QUOTE) return this.broken("expected a member name");
      const name = this.string();
      if (name === undefined) return undefined;
      if (name in members) return this.refuse("duplicate_member", "member name repeated");
      if (this.space() !== COLON) return this.broken("expected a colon");
      this.at += 1;
      const value = this.value(depth);
      if (value === undefined) return undefined;
      members[name] = value;
      const next = this.space();
      this.at += 1;
      if (next === 0x7d) return members;
      if (next !== COMMA) return this.broken("expected a comma or the end of the object");
    }
  }

  private array(depth: number): JsonValue | undefined {
    const items: JsonValue[] = [];
    this.at += 1;
    if (this.space() === 0x5d) {
      this.at += 1;
      return items;
    }
    for (;;) {
      const value = this.value(depth);
      if (value === undefined) return undefined;
      items.push(value);
      const next = this.space();
      this.at += 1;
      if (next === 0x5d) return items;
      if (next !== COMMA) return this.broken("expected a comma or the end of the array");
    }
  }

  private string(): string | undefined {
    const { text } = this;
    const start = this.at + 1;
    let at = start;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        return text.slice(start, at);
      }
      // NaN, the end of the text, fails the first comparison too
      if (!(code >= 0x20) || code === BACKSLASH || isSurrogate(code)) return this.unusualString(start, at);
      at += 1;
    }
  }

  /** Strings with escapes or characters outside the basic plane; `at` is the first such place. */
  private unusualString(start: number, first: number): string | undefined {
    let made = "";
    let from = start;
    this.at = first;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === QUOTE) break;
      if (!(code >= 0x20))
        return this.broken(Number.isNaN(code) ? "unfinished string" : "control character in a string");
      if (code === BACKSLASH) {
        made += this.text.slice(from, this.at);
        const escaped = this.escape();
        if (escaped === undefined) return undefined;
        made += escaped;
        from = this.at;
      } else this.at += 1;
    }
    made += this.text.slice(from, this.at);
    if (LONE_SURROGATE.test(made)) return this.refuse("lone_surrogate", "half of a surrogate pair in a string ending");
    this.at += 1;
    return made;
  }

  private escape(): string | undefined {
    const letter = this.text.charAt(this.at + 1);
    if (letter === "u") {
      const hex = this.text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(hex)) return this.broken("broken \\u escape");
      this.at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const meant = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (meant === undefined) return this.broken("unknown escape");
    this.at += 2;
    return meant;
  }

  private number(): number | undefined {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (found === null) return this.broken("expected a number");
    this.at = NUMBER.lastIndex;
    const isPlainInteger = found[1] === undefined && found[2] === undefined;
    const value = Number(found[0]);
    if (isPlainInteger && this.integers === "safe" && !Number.isSafeInteger(value)) {
      return this.refuse("unsafe_integer", "integer beyond 2^53-1 (send it as a string)");
    }
    return Number.isFinite(value) ? value : this.refuse("number_overflow", "number too large for a double");
  }
}
