import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalBytes } from "../json/canonical";
import { beginning, KEPT_BYTES, keptText } from "./kept";

const text = fc.string({ unit: "grapheme", maxLength: 300 });

describe("a text that is kept", () => {
  it("is itself while it is short", () => {
    expect(keptText("turn-1")).toBe("turn-1");
    expect(keptText("x".repeat(KEPT_BYTES - 2))).toBe("x".repeat(KEPT_BYTES - 2));
  });

  it("becomes its hash where it is too long, counted in bytes of JSON", () => {
    for (const long of ["x".repeat(KEPT_BYTES - 1), "\u0001".repeat(20), "é".repeat(40)]) {
      expect(keptText(long)).toMatch(/^long:sha256:[0-9a-f]{64}$/);
    }
  });

  it("never takes more than its room, stays different from others, and is kept twice like once", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(canonicalBytes(keptText(a)).length).toBeLessThanOrEqual(KEPT_BYTES);
        expect(keptText(keptText(a))).toBe(keptText(a));
        expect(keptText(a) === keptText(b)).toBe(a === b);
      }),
    );
  });
});

describe("the beginning of a text", () => {
  it("fits, is well formed and begins like the text", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 16, max: 200 }), (whole, bytes) => {
        const cut = beginning(whole, bytes);
        expect(canonicalBytes(cut).length).toBeLessThanOrEqual(bytes);
        expect(cut === whole || whole.startsWith(cut.slice(0, -1))).toBe(true);
      }),
    );
  });
});
