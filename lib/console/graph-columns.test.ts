import { describe, expect, it } from "vitest";
import { columnsOf } from "./graph-columns";

const shape = (pairs: readonly string[]) => {
  const edges = pairs.map((pair) => ({ id: pair, from: pair.slice(0, 1), to: pair.slice(1) }));
  const nodes = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].map((id) => ({ id }));
  return { nodes, edges };
};

describe("a graph in columns", () => {
  it("begins at what nothing leads to and puts nothing on another", () => {
    const places = columnsOf(shape(["ab", "ac", "bd", "cd"]));
    expect(places.get("a")).toEqual({ x: 0, y: 0 });
    expect(places.get("b")?.x).toBe(places.get("c")?.x);
    expect(places.get("b")?.y).not.toBe(places.get("c")?.y);
    expect(places.get("d")?.x).toBeGreaterThan(places.get("b")?.x ?? 0);
  });

  it("places circles and nodes that point at themselves", () => {
    expect(columnsOf(shape(["ab", "ba"])).size).toBe(2);
    expect(columnsOf(shape(["aa"])).get("a")).toEqual({ x: 0, y: 0 });
    expect(columnsOf({ nodes: [], edges: [] }).size).toBe(0);
  });
});
