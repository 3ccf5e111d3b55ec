/** The colours of globals.css, measured: text AA on every ground that it stands on, words of decisions AAA (WCAG 2.2 §1.4). */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");

type Colour = readonly [lightness: number, chroma: number, hue: number];

function tokensOf(selector: string): ReadonlyMap<string, Colour> {
  const block = css.slice(css.indexOf(`${selector} {`)).split("}")[0] ?? "";
  const found = [...block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)];
  return new Map(found.map(([, name = "", l, c, h]) => [name, [Number(l), Number(c), Number(h)]]));
}

/** Relative luminance of an OKLCH colour, clipped to sRGB as a screen does. */
function luminance([l, c, h]: Colour): number {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z);
  const green = clip(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z);
  const blue = clip(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["canvas", "surface", "sunken", "hover", "selected"];
const DISPOSITIONS = ["allow", "deny", "modify", "ask", "defer"];
const RISKS = ["risk-low", "risk-medium", "risk-high", "risk-critical"];

describe.each([
  ["light", ":root"],
  ["dark", '[data-theme="dark"]'],
])("the %s set", (_, selector) => {
  const tokens = tokensOf(selector);
  const at = (name: string): Colour => {
    const colour = tokens.get(name);
    if (!colour) throw new Error(`no token ${name}`);
    return colour;
  };
  const below = (names: readonly string[], grounds: readonly string[], least: number) =>
    names.flatMap((name) =>
      grounds
        .map((ground) => ({ on: `${name} on ${ground}`, ratio: contrast(at(name), at(ground)) }))
        .filter(({ ratio }) => ratio < least)
        .map(({ on, ratio }) => `${on}: ${ratio.toFixed(2)}`),
    );

  it("has text that is AA on every ground", () => {
    expect(below(["ink", "ink-2", "ink-3", "accent"], GROUNDS, 4.5)).toEqual([]);
    expect(below([...DISPOSITIONS, ...RISKS], GROUNDS, 4.5)).toEqual([]);
  });

  it("has main text and dispositions that are AAA where decisions are read", () => {
    expect(below(["ink", ...DISPOSITIONS], ["canvas", "surface"], 7)).toEqual([]);
  });

  it("has badges that are AA on their own tint, and buttons on their fill", () => {
    for (const name of [...DISPOSITIONS, "accent"]) expect(below([name], [`${name}-soft`], 4.5)).toEqual([]);
    expect(below(["accent-ink"], ["accent", "accent-hover"], 4.5)).toEqual([]);
    expect(below(["canvas"], ["deny"], 4.5)).toEqual([]);
    expect(below(["canvas"], ["ink"], 4.5)).toEqual([]);
  });

  it("has edges of controls and a focus ring that can be seen", () => {
    expect(below(["control-line", "accent"], GROUNDS.slice(0, 3), 3)).toEqual([]);
  });
});

describe("both sets", () => {
  it("name the same tokens", () => {
    expect([...tokensOf('[data-theme="dark"]').keys()]).toEqual([...tokensOf(":root").keys()]);
  });
});
