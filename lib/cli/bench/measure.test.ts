import { describe, expect, it } from "vitest";
import { percentile, summarize } from "./measure";

describe("percentile", () => {
  it("takes the nearest rank", () => {
    const values = Array.from({ length: 100 }, (_, i) => i + 1);
    expect([percentile(values, 50), percentile(values, 99), percentile(values, 100)]).toEqual([50, 99, 100]);
    expect(percentile([7], 99)).toBe(7);
  });

  it("is no number where nothing was measured", () => {
    expect(percentile([], 50)).toBeNaN();
  });
});

describe("summarize", () => {
  it("sorts, counts and divides by the time", () => {
    expect(summarize([3, 1, 2, 4], 2, 1)).toEqual({ perSecond: 2, p50: 2, p99: 4, failures: 1 });
  });
});
