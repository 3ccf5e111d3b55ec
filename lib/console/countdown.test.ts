import { describe, expect, it } from "vitest";
import { isOver, timeLeft } from "./countdown";

describe("time left", () => {
  it("is over at the exact instant, not after it", () => {
    expect(isOver(60_000, 59_999)).toBe(false);
    expect(isOver(60_000, 60_000)).toBe(true);
  });

  it("never shows zero while time is left", () => {
    expect(timeLeft(1000, 999).text).toBe("0:01");
    expect(timeLeft(1000, 1000)).toEqual({ text: "ended", spoken: "time is over", urgency: "over" });
  });

  it("counts in minutes, hours and days", () => {
    expect(timeLeft(581_000, 0).text).toBe("9:41");
    expect(timeLeft(3_840_000, 0).text).toBe("1 h 04 min");
    expect(timeLeft(183_600_000, 0).text).toBe("2 d 3 h");
  });

  it("grows urgent at two minutes and again at thirty seconds", () => {
    expect(timeLeft(121_000, 0).urgency).toBe("calm");
    expect(timeLeft(120_000, 0).urgency).toBe("soon");
    expect(timeLeft(30_000, 0).urgency).toBe("last");
  });

  it("speaks without seconds, so that a screen reader is not flooded", () => {
    expect(timeLeft(599_000, 0).spoken).toBe("9 minutes left");
    expect(timeLeft(20_000, 0).spoken).toBe("less than a minute left");
  });
});
