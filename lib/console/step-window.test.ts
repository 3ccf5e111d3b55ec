import { describe, expect, it } from "vitest";
import { countOf, indexOfSeq, seqAt, windowsFor } from "./step-window";

describe("windows of a timeline", () => {
  it("cover what is visible and nothing else", () => {
    const windows = windowsFor(null, { first: 95, last: 130 });
    expect(windows.map((seqs) => [seqs[0], seqs.at(-1)])).toEqual([
      [1, 100],
      [101, 200],
    ]);
    expect(windowsFor(null, { first: 0, last: -1 })).toEqual([]);
  });

  it("follow a filter", () => {
    expect(windowsFor([4, 9, 200], { first: 0, last: 2 })).toEqual([[4, 9, 200]]);
    expect(seqAt([4, 9, 200], 1)).toBe(9);
    expect(countOf([4, 9, 200], 300)).toBe(3);
  });

  it("find a step, or the next one that the filter leaves", () => {
    expect(indexOfSeq(null, 50, 7)).toBe(6);
    expect(indexOfSeq(null, 50, 99)).toBe(49);
    expect(indexOfSeq([4, 9, 200], 300, 9)).toBe(1);
    expect(indexOfSeq([4, 9, 200], 300, 10)).toBe(2);
    expect(indexOfSeq([], 300, 10)).toBe(-1);
  });
});
