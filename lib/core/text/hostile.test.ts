/** Large inputs: each of these was built to make a careless search quadratic. */
import { describe, expect, it } from "vitest";
import { actionOf, viewOf } from "../../testing/actions";
import { canonicalText } from "../json/canonical";
import type { JsonValue } from "../json/value";
import { shellSigns } from "../policy/shell";
import { findSecrets, maskJson } from "./mask";
import { inspectName } from "./names";
import { segments } from "./visible";

const SIZE = 250_000;
const fill = (unit: string): string => unit.repeat(Math.floor(SIZE / unit.length));

const TEXTS: readonly (readonly [string, string])[] = [
  ["letters", fill("a")],
  ["schemes", fill("a-a.")],
  ["half-built URLs", fill("a://")],
  ["half-built tokens", fill("eyJ-")],
  ["half-built header names", fill("x-")],
  ["flags", fill(" --token")],
  ["equal signs", fill("token=")],
  ["quoted names", fill('"token":"')],
  ["half-built keys", fill("-----BEGIN PRIVATE KEY")],
  ["authorizations", fill("authorization ")],
  ["blanks", fill(" ")],
  ["half-built bombs", fill(":(){")],
  ["colons", `:(){${fill(":")}`],
  ["removals", fill("rm ")],
  ["many commands", Array.from({ length: 30_000 }, (_, index) => `c${index}`).join(" ")],
  ["backslashes in an open quote", `"${fill("\\\\")}`],
  ["open quotes", fill(`"'`)],
  ["zero-width spaces", fill("\u200b")],
  ["Cyrillic", fill("\u0430\u0431")],
];

describe("a text of a quarter of a megabyte", () => {
  it.each(TEXTS)("of %s is read to its end", (_, text) => {
    expect(segments(text).reduce((sum, part) => sum + (part.kind === "masked" ? 0 : part.text.length), 0)).toBe(
      text.length,
    );
    expect(canonicalText(maskJson({ text })).length).toBeGreaterThan(10);
    expect(shellSigns(text)).toBeInstanceOf(Array);
    expect(inspectName(text).hidden).toBe(text.includes("\u200b"));
  });

  it("is shown whole", () => {
    const view = viewOf(actionOf({ tool: { name: "shell" }, arguments: { cmd: { value: fill("eyJ-") } } }));
    expect(canonicalText(view)).toContain(fill("eyJ-"));
  });
});

describe("many secrets", () => {
  it("are all masked where they stand", () => {
    const list: JsonValue[] = Array.from({ length: 10_000 }, (_, index) => ({
      token: `secret-${index}x`,
      note: `n ${index}`,
    }));
    expect(findSecrets(list).size).toBeGreaterThanOrEqual(10_000);
  });
});
