/** Numbers and times as people read them. Absolute times are UTC, as in the evidence. */

/** `2026-11-30 10:00:00 UTC` */
export function formatInstant(at: number | string | Date): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** `10:00:00.123` — for rows under a date heading. */
export function formatClock(at: number | string | Date): string {
  return new Date(at).toISOString().slice(11, 23);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `just now`, `4 min ago`, `in 3 h`, `2 d ago`; beyond 30 days the date. */
export function formatRelative(at: number, now: number): string {
  const distance = Math.abs(now - at);
  if (distance < 10_000) return "just now";
  if (distance > 30 * DAY) return new Date(at).toISOString().slice(0, 10);
  const words = span(distance);
  return at > now ? `in ${words}` : `${words} ago`;
}

function span(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / 1000)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 3 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

/** `4:05`, `1:02:09`, `2 d 3 h`; never negative. */
export function formatCountdown(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  if (total >= 172_800) return `${Math.floor(total / 86_400)} d ${Math.floor((total % 86_400) / 3600)} h`;
  const [h, m, s] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  const tail = String(s).padStart(2, "0");
  return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${tail}` : `${m}:${tail}`;
}

/** `950 µs`, `3.2 ms`, `1.4 s` */
export function formatLatency(us: number): string {
  if (us < 1000) return `${us} µs`;
  if (us < 1_000_000) return `${(us / 1000).toFixed(1)} ms`;
  return `${(us / 1_000_000).toFixed(1)} s`;
}

/** `1,234,567` */
export const formatCount = (count: number): string => new Intl.NumberFormat("en-US").format(count);

/** `1 key`, `2 keys` */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** `300 s` → `5 min`; whole units only, the largest that divides. */
export function formatSeconds(seconds: number): string {
  if (seconds > 0 && seconds % 86_400 === 0) return `${seconds / 86_400} d`;
  if (seconds > 0 && seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds > 0 && seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}

/** Up to two letters for an avatar; whole code points, so that an emoji is not cut in half. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = [...(words[0] ?? "?")][0] ?? "?";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}
