import { describe, expect, it } from "vitest";
import { ago, clockOffset, clockTime, isOver, timeLeft } from "./countdown";

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

describe("clocks", () => {
  it("takes the middle of the round trip as the moment of the server's reading", () => {
    expect(clockOffset({ serverNow: 10_100, sentAt: 5000, gotAt: 5200 })).toBe(5000);
  });

  it("writes times in UTC and ages in words", () => {
    expect(clockTime(Date.UTC(2026, 10, 30, 10, 4, 11))).toBe("10:04:11");
    expect(ago(0, 59_000)).toBe("59 s ago");
    expect(ago(0, 7_300_000)).toBe("2 h ago");
    expect(ago(Date.UTC(2026, 10, 29, 1, 2, 3), Date.UTC(2026, 10, 30, 10, 4, 11))).toBe("29 Nov 01:02:03");
  });
});
