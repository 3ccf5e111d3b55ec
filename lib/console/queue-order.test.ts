import { describe, expect, it } from "vitest";
import { byUrgency, neighbour, nextShown } from "./queue-order";

const item = (id: string, risk: "low" | "medium" | "high" | "critical", expiresAt: number) => ({ id, risk, expiresAt });

describe("the order of the queue", () => {
  it("puts higher risk first, then the item that ends soonest", () => {
    const items = [item("a", "low", 1), item("b", "high", 9), item("c", "high", 3), item("d", "critical", 99)];
    expect([...items].sort(byUrgency).map((i) => i.id)).toEqual(["d", "c", "b", "a"]);
  });

  it("never swaps two items that are equally urgent", () => {
    expect([item("b", "low", 5), item("a", "low", 5)].sort(byUrgency).map((i) => i.id)).toEqual(["a", "b"]);
  });
});

describe("a list under the hand", () => {
  it("keeps every row in place while held and counts the new ones", () => {
    const latest = [item("new", "critical", 1), item("a", "low", 5)];
    expect(nextShown(["a", "gone"], latest, true)).toEqual({ ids: ["a", "gone"], waiting: ["new"] });
  });

  it("takes the latest order once released", () => {
    const latest = [item("a", "low", 5), item("new", "critical", 1)];
    expect(nextShown(["a", "gone"], latest, false)).toEqual({ ids: ["new", "a"], waiting: [] });
  });

  it("fills an empty list at once, held or not", () => {
    expect(nextShown([], [item("a", "low", 5)], true).ids).toEqual(["a"]);
  });
});

describe("moving by key", () => {
  it("starts at the top and stops at the ends", () => {
    expect(neighbour(["a", "b"], null, 1)).toBe("a");
    expect(neighbour(["a", "b"], "b", 1)).toBe("b");
    expect(neighbour(["a", "b"], "a", -1)).toBe("a");
    expect(neighbour([], "a", 1)).toBeNull();
  });

  it("starts again when the selected item is no longer in the list", () => {
    expect(neighbour(["a", "b"], "gone", 1)).toBe("a");
    expect(neighbour(["a", "b"], "gone", -1)).toBe("b");
  });
});
