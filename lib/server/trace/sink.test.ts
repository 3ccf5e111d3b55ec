import { describe, expect, it } from "vitest";
import { tracedEntry } from "../../testing/trace-records";
import { BoundedQueue } from "./bounded-queue";
import { type Sink, SinkLane } from "./sink";

describe("the bounded queue", () => {
  it("lets the oldest go when there are too many, or when they weigh too much", () => {
    const queue = new BoundedQueue<number>({ items: 3, weight: 10 }, (item) => item);
    expect([1, 2, 3].map((item) => queue.push(item))).toEqual([0, 0, 0]);
    expect(queue.push(1)).toBe(1);
    expect(queue.push(8)).toBe(2);
    expect(queue.take(9)).toEqual([1, 8]);
  });

  it("keeps nothing that is too heavy alone, and stays in order over thousands", () => {
    const queue = new BoundedQueue<number>({ items: 5_000, weight: 1e9 }, (item) => item);
    expect(new BoundedQueue<number>({ items: 3, weight: 10 }, (item) => item).push(11)).toBe(1);
    for (let item = 0; item < 6_000; item += 1) queue.push(item);
    const taken = [...queue.take(2_000), ...queue.take(9_000)];
    expect(taken).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1_000));
    expect(queue.length).toBe(0);
  });
});

const item = { record: tracedEntry({}), weight: 1 };

function sink(send: Sink["send"]): Sink {
  return { name: "test", send, close: () => undefined };
}

describe("a lane", () => {
  it("sends what is queued before it closes", async () => {
    const sent: number[] = [];
    const lane = new SinkLane(sink(async (records) => void sent.push(records.length)));
    for (let index = 0; index < 300; index += 1) lane.push(item);
    await lane.close(5_000);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(300);
    expect(lane.status()).toMatchObject({ emitted: 300, dropped: 0, failed: 0, queued: 0, lastError: null });
  });

  it("counts what a sink that hangs keeps from arriving, and what no longer fits", async () => {
    const lane = new SinkLane(
      sink(() => new Promise(() => undefined)),
      { items: 10, weight: 1e6 },
    );
    lane.push(item);
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (let index = 0; index < 15; index += 1) lane.push(item);
    expect(lane.status()).toMatchObject({ emitted: 0, dropped: 5, queued: 11 });
    await lane.close(20);
    lane.push(item);
    expect(lane.status()).toMatchObject({ emitted: 0, failed: 1, dropped: 16, queued: 0 });
  });

  it("goes on after a failure and says what it was", async () => {
    let calls = 0;
    const lane = new SinkLane(
      sink(async () => {
        calls += 1;
        if (calls === 1) throw Object.assign(new Error("no"), { code: "ECONNREFUSED" });
      }),
    );
    lane.push(item);
    await new Promise((resolve) => setTimeout(resolve, 20));
    lane.push(item);
    await lane.close(5_000);
    expect(lane.status()).toMatchObject({ emitted: 1, failed: 1, lastError: "ECONNREFUSED" });
  });
});
