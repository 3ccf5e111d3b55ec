/** Numbers and times as people read them. */
import { describe, expect, it } from "vitest";
import {
  formatCountdown,
  formatInstant,
  formatLatency,
  formatRelative,
  formatSeconds,
  initials,
  plural,
} from "./format";

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0);

describe("times", () => {
  it("are absolute in UTC, the same everywhere", () => {
    expect(formatInstant(Date.UTC(2026, 10, 30, 9, 5, 7, 999))).toBe("2026-11-30 09:05:07 UTC");
  });

  it.each([
    [-3_000, "just now"],
    [-45_000, "45 s ago"],
    [-90_000, "1 min ago"],
    [-2 * 3_600_000, "2 h ago"],
    [-71 * 3_600_000, "71 h ago"],
    [-4 * 86_400_000, "4 d ago"],
    [5 * 60_000, "in 5 min"],
    [-40 * 86_400_000, "2026-10-21"],
  ])("%d ms from now read %s", (distance, words) => {
    expect(formatRelative(NOW + distance, NOW)).toBe(words);
  });

  it.each([
    [-5, "0:00"],
    [59_999, "0:59"],
    [245_000, "4:05"],
    [3_729_000, "1:02:09"],
    [3 * 86_400_000, "3 d 0 h"],
  ])("left over %d ms count down as %s", (ms, text) => {
    expect(formatCountdown(ms)).toBe(text);
  });
});

describe("amounts", () => {
  it("take the largest unit that divides", () => {
    expect([0, 45, 300, 5400, 7200, 86_400].map(formatSeconds)).toEqual([
      "0 s",
      "45 s",
      "5 min",
      "90 min",
      "2 h",
      "1 d",
    ]);
  });

  it("name latency in a unit that is readable", () => {
    expect([950, 3_200, 1_400_000].map(formatLatency)).toEqual(["950 µs", "3.2 ms", "1.4 s"]);
  });

  it("agree in number", () => {
    expect([0, 1, 1234].map((count) => plural(count, "key"))).toEqual(["0 keys", "1 key", "1,234 keys"]);
  });

  it("abbreviate names without cutting a character in half", () => {
    expect(["Ada Lovelace", "ada", "  ", "🦊 Fox", "Jean Luc Picard"].map(initials)).toEqual([
      "AL",
      "A",
      "?",
      "🦊F",
      "JP",
    ]);
  });
});
