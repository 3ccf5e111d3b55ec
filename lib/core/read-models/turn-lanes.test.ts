import { describe, expect, it } from "vitest";
import { lanesOf, MAX_LANES, parentsOf } from "./turn-lanes";

const step = (turnId: string | null, parentTurnId: string | null = null) => ({ turnId, parentTurnId });

describe("the lanes of a step", () => {
  it("follows parents outwards", () => {
    const parents = parentsOf([step("a"), step("b", "a"), step("c", "b"), step(null)]);
    expect(lanesOf("c", parents)).toEqual(["a", "b", "c"]);
    expect(lanesOf("a", parents)).toEqual(["a"]);
    expect(lanesOf(null, parents)).toEqual([]);
  });

  it("keeps to the first parent named, so that a later claim moves nothing", () => {
    expect(lanesOf("b", parentsOf([step("b", "a"), step("b", "z")]))).toEqual(["a", "b"]);
  });

  it("ends on a circle and at the deepest lane", () => {
    expect(lanesOf("a", parentsOf([step("a", "b"), step("b", "a")]))).toEqual(["b", "a"]);
    const deep = parentsOf(Array.from({ length: 20 }, (_, at) => step(`t${at}`, `t${at + 1}`)));
    expect(lanesOf("t0", deep)).toHaveLength(MAX_LANES);
  });
});
