import { describe, expect, it } from "vitest";
import { readLimited } from "./limited-body";

const bodyOf = (...sizes: readonly number[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const size of sizes) controller.enqueue(new Uint8Array(size).fill(size));
      controller.close();
    },
  });

describe("reading a body up to a limit", () => {
  it("gives a body within the limit whole", async () => {
    expect([...(await readLimited(bodyOf(1, 2), 3))]).toEqual([1, 2, 2]);
    expect(await readLimited(null, 3)).toHaveLength(0);
  });

  it("keeps one byte more than the limit, however much comes", async () => {
    expect(await readLimited(bodyOf(2, 2, 100, 100), 3)).toHaveLength(4);
    expect(await readLimited(bodyOf(100), 3)).toHaveLength(4);
  });
});
