import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatTimestamp, parseTimestamp, withinSkew } from "./replay";

const NOW = Date.UTC(2026, 2, 1, 10);
const SKEW = 300_000;

describe("parseTimestamp", () => {
  it.each([
    ["2026-03-01T10:00:00Z", NOW],
    ["2026-03-01t10:00:00z", NOW],
    ["2026-03-01T12:30:00+02:30", NOW],
    ["2026-02-28T23:00:00-11:00", NOW],
    ["2026-03-01T10:00:00.5Z", NOW + 500],
    ["2026-03-01T10:00:00.123456789Z", NOW + 123],
    ["2026-03-01T10:00:00-00:00", NOW],
    ["2016-12-31T23:59:60Z", Date.UTC(2017, 0, 1)],
    ["2017-01-01T01:59:60+02:00", Date.UTC(2017, 0, 1)],
    ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
    ["0001-01-01T00:00:00Z", Date.parse("0001-01-01T00:00:00Z")],
  ])("reads %s", (text, ms) => {
    expect(parseTimestamp(text)).toBe(ms);
  });

  it.each([
    "",
    "now",
    "1772359200000",
    "2026-03-01",
    "2026-03-01T10:00:00",
    "2026-03-01 10:00:00Z",
    "2026-03-01T10:00Z",
    "2026-03-01T10:00:00.Z",
    "2026-03-01T24:00:00Z",
    "2026-03-01T10:60:00Z",
    "2026-03-01T10:00:61Z",
    "2026-03-01T10:00:60Z",
    "2026-02-29T10:00:00Z",
    "2100-02-29T10:00:00Z",
    "2026-04-31T10:00:00Z",
    "2026-00-01T10:00:00Z",
    "2026-13-01T10:00:00Z",
    "2026-03-00T10:00:00Z",
    "2026-03-01T10:00:00+0200",
    "2026-03-01T10:00:00+24:00",
    "2026-03-01T10:00:00 Z",
    "Sun, 01 Mar 2026 10:00:00 GMT",
    "२०२६-03-01T10:00:00Z",
  ])("refuses %j", (text) => {
    expect(parseTimestamp(text)).toBe(null);
  });

  it("reads back what formatTimestamp wrote", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (ms) => parseTimestamp(formatTimestamp(ms)) === ms),
    );
  });
});

describe("withinSkew", () => {
  const at = (ms: number) => withinSkew(formatTimestamp(ms), NOW, SKEW);

  it("takes both bounds of the window", () => {
    expect(at(NOW - SKEW)).toEqual({ ok: true, value: NOW - SKEW });
    expect(at(NOW + SKEW)).toEqual({ ok: true, value: NOW + SKEW });
  });

  it("refuses one millisecond beyond either, and says how wide the window is", () => {
    for (const ms of [NOW - SKEW - 1, NOW + SKEW + 1]) {
      expect(at(ms)).toMatchObject({ failure: { code: -32006, data: { skew_window_ms: SKEW } } });
    }
  });

  it("refuses text that is no time as a fault of the envelope", () => {
    expect(withinSkew("soon", NOW, SKEW)).toMatchObject({ failure: { code: -32600, reason: "envelope_invalid" } });
  });
});
