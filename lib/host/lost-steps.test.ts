import { describe, expect, it } from "vitest";
import { fromPlainObject } from "../core/json/build";
import { LostSteps } from "./lost-steps";

const step = (requestId: string) => ({ method: "steps/toolCallRequest", requestId });
const payload = (amount: number) => fromPlainObject({ arguments: { amount: { value: amount } } });

describe("lost steps", () => {
  it("are found by their exact action, newest first", () => {
    const lost = new LostSteps();
    lost.add(step("a"), payload(840));
    lost.add(step("b"), payload(8400));
    lost.add(step("c"), payload(840));
    expect(lost.of("steps/toolCallRequest", payload(840)).map((found) => found.requestId)).toEqual(["c", "a"]);
    expect(lost.of("steps/toolCallResult", payload(840))).toEqual([]);
  });

  it("are handed out once", () => {
    const lost = new LostSteps();
    lost.add(step("a"), payload(840));
    expect([lost.take(step("a")), lost.take(step("a"))]).toEqual([true, false]);
  });
});
