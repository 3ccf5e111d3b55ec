import { describe, expect, it } from "vitest";
import { Slots, Turns } from "./turns";

describe("turns", () => {
  it("come in the order in which they were taken, and one that leaves early lets the next go", async () => {
    const turns = new Turns();
    const order: string[] = [];
    const [first, second, third] = [turns.take(), turns.take(), turns.take()];
    const done = Promise.all([
      third.ready.then(() => order.push("third")),
      second.ready.then(() => order.push("second")),
    ]);
    await first.ready;
    order.push("first");
    second.leave();
    first.leave();
    await done;
    expect(order).toEqual(["first", "second", "third"]);
  });
});

describe("slots", () => {
  it("hold back what is too much at once, and refuse what finds no room to wait", async () => {
    const slots = new Slots({ running: 1, waiting: 1 });
    const first = await slots.acquire();
    const second = slots.acquire();
    expect(await slots.acquire()).toBeNull();
    first?.release();
    first?.release();
    expect(await second).not.toBeNull();
    const third = slots.acquire();
    expect(await slots.acquire()).toBeNull();
    (await second)?.release();
    expect(await third).not.toBeNull();
  });
});
