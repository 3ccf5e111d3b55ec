import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasBlankRun, hasHidden, segments, visibleText } from "./visible";

const chips = (text: string): string[] => segments(text).flatMap((part) => (part.kind === "chip" ? [part.label] : []));

describe("hidden characters", () => {
  it.each([
    ["\u202e", "U+202E RLO"],
    ["\u202c", "U+202C PDF"],
    ["\u200b", "U+200B zero-width space"],
    ["\u2066", "U+2066 LRI"],
    ["\u0000", "U+0000 NUL"],
    ["\u001b", "U+001B ESC"],
    ["\r", "U+000D carriage return"],
    ["\n", "U+000A line break"],
    ["\u00ad", "U+00AD soft hyphen"],
    ["\u2028", "U+2028 line separator"],
    ["\u00a0", "U+00A0 no-break space"],
    ["\u3164", "U+3164 Hangul filler"],
    ["\u2800", "U+2800 Braille blank"],
    ["\ue000", "U+E000"],
    ["\u0378", "U+0378"],
    ["\ud800", "U+D800"],
    ["\ufe0f", "U+FE0F variation selector"],
    ["\u{e0041}", "U+E0041 tag"],
    ["\ufeff", "U+FEFF BOM"],
    ["\u3000", "U+3000 ideographic space"],
  ])("shows %j as %s", (character, label) => {
    expect(chips(`a${character}b`)).toEqual([label]);
  });

  it("makes a reordered command readable", () => {
    expect(visibleText("cp report.txt \u202ehs.llatsni/pmt\u202c && echo ok")).toBe(
      "cp report.txt \\u{202E}hs.llatsni/pmt\\u{202C} && echo ok",
    );
  });

  it.each([
    "plain",
    "two words",
    "caf\u00e9",
    "\u05e9\u05dc\u05d5\u05dd",
    "\u0645\u0631\u062d\u0628\u0627",
    "\u65e5\u672c\u8a9e",
    "\u{1f600}",
  ])("leaves %s alone", (text) => {
    expect(segments(text)).toEqual([{ kind: "text", text }]);
    expect(hasHidden(text)).toBe(false);
  });

  it("does not warn about lines and tabs, but about a bare carriage return", () => {
    expect(hasHidden("a\n\tb\r\nc")).toBe(false);
    expect(hasHidden("a\rb")).toBe(true);
    expect(hasHidden("safe\u200b\u200bto run")).toBe(true);
  });
});

describe("long blanks", () => {
  it("are counted", () => {
    expect(segments(`a${" ".repeat(40)}b`)[1]).toEqual({
      kind: "space-run",
      text: " ".repeat(40),
      count: 40,
      label: "40 blanks",
    });
    expect(visibleText(`a${"\n".repeat(9)}b`)).toBe("a[9 blanks, 9 line breaks]b");
    expect(hasBlankRun(`ls${" ".repeat(8)}; rm x`)).toBe(true);
  });

  it("are left alone when they are short", () => {
    expect(segments("a       b")).toEqual([{ kind: "text", text: "a       b" }]);
  });
});

describe("segments", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(" ", "\n", "\u202e", "a", "\u200b", "\u3000", "\ud83d") }),
  );

  it("lose no character", () => {
    fc.assert(
      fc.property(text, (input) => {
        expect(
          segments(input)
            .map((part) => (part.kind === "masked" ? "" : part.text))
            .join(""),
        ).toBe(input);
      }),
    );
  });

  it("draw only characters that show", () => {
    fc.assert(
      fc.property(text, (input) => {
        const drawn = segments(input).flatMap((part) => (part.kind === "text" ? [part.text] : []));
        expect(drawn.join("")).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
        );
      }),
    );
  });
});
