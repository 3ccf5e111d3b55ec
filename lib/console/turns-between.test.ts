import { describe, expect, it } from "vitest";
import { turnsBetween } from "./turns-between";

type Row = readonly string[];

/** Rows by their place; entries are 1 and up, in order. */
function between(...rows: readonly Row[]) {
  const list = { count: rows.length, at: (index: number) => index + 1 };
  return turnsBetween(list, { first: 0, last: rows.length - 1 }, (ref) => rows[ref - 1] ?? []);
}

describe("the turns of rows that name none", () => {
  it("are those of the steps around them", () => {
    expect([...between(["a"], [], [], ["a"])]).toEqual([
      [2, ["a"]],
      [3, ["a"]],
    ]);
  });

  it("are only what both sides have in common, from the outermost on", () => {
    expect([...between(["a", "b"], [], ["a", "c"])]).toEqual([[2, ["a"]]]);
    expect([...between(["a", "b"], [], ["a"])]).toEqual([[2, ["a"]]]);
  });

  it("are none between two turns, before the first and after the last", () => {
    expect(between([], ["a"], [], ["b"], []).size).toBe(0);
  });

  it("are found where the steps lie just outside what is visible", () => {
    const rows: readonly Row[] = [["a"], [], ["a"]];
    const list = { count: 3, at: (index: number) => index + 1 };
    expect(turnsBetween(list, { first: 1, last: 1 }, (ref) => rows[ref - 1] ?? []).get(2)).toEqual(["a"]);
  });

  it("are none in an empty list", () => {
    expect(between().size).toBe(0);
  });
});
