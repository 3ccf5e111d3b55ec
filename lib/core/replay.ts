/** Freshness of a message (ACS §10.3): RFC 3339 time text and the skew window, tested in both directions. */
import { err, ok, type Result } from "./result";
import { type WireFailure, wireFailure } from "./wire/codes";

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/**
 * Milliseconds since the epoch of an RFC 3339 date-time (an offset is compulsory, fractions beyond ms are cut off), or
 * null. A leap second counts as the first moment of the next minute.
 */
export function parseTimestamp(text: string): number | null {
  const parts = RFC_3339.exec(text);
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const offsetHours = Number(parts[9] ?? 0);
  const offsetMinutes = Number(parts[10] ?? 0);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 60 || offsetHours > 23 || offsetMinutes > 59) return null;
  const offset = (parts[8] === "-" ? -1 : 1) * (offsetHours * 60 + offsetMinutes);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - offset, second, Number((parts[7] ?? "").slice(0, 3).padEnd(3, "0")));
  if (second === 60 && !(date.getUTCHours() === 0 && date.getUTCMinutes() === 0)) return null;
  return date.getTime();
}

/** RFC 3339 in UTC with milliseconds, as we write it on the wire. */
export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * The message's time in ms since the epoch when it lies within `skewMs` of `nowMs`, past or future, bounds included.
 * Fails with `timestamp_out_of_window`, or `envelope_invalid` for text that is no date-time.
 */
export function withinSkew(timestampText: string, nowMs: number, skewMs: number): Result<number, WireFailure> {
  const sentAt = parseTimestamp(timestampText);
  if (sentAt === null) {
    return err(wireFailure("envelope_invalid", { field: "params.timestamp", message: "Not an RFC 3339 date-time." }));
  }
  if (Math.abs(nowMs - sentAt) <= skewMs) return ok(sentAt);
  return err(wireFailure("timestamp_out_of_window", { field: "params.timestamp", data: { skew_window_ms: skewMs } }));
}
