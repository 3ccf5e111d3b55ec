/** Time left, by the server's clock. */

/** Server clock minus local clock, from one answered request; half the round trip is the best guess for the way back. */
export function clockOffset(sample: {
  readonly serverNow: number;
  readonly sentAt: number;
  readonly gotAt: number;
}): number {
  return sample.serverNow - (sample.sentAt + sample.gotAt) / 2;
}

/** One comparison everywhere: at the exact instant, it is over (`now >= expiresAt`). */
export const isOver = (expiresAt: number, now: number): boolean => now >= expiresAt;

export type Urgency = "calm" | "soon" | "last" | "over";

export interface TimeLeft {
  /** `9:41`, `1 h 04 min`, `2 d 3 h`, `ended` */
  readonly text: string;
  /** For screen readers, without ticking seconds. */
  readonly spoken: string;
  readonly urgency: Urgency;
}

const two = (n: number): string => String(n).padStart(2, "0");

/** Rounded up to the second, so that `0:01` is shown until the end and never `0:00` while a click may still count. */
export function timeLeft(expiresAt: number, now: number): TimeLeft {
  if (isOver(expiresAt, now)) return { text: "ended", spoken: "time is over", urgency: "over" };
  const seconds = Math.ceil((expiresAt - now) / 1000);
  const urgency: Urgency = seconds <= 30 ? "last" : seconds <= 120 ? "soon" : "calm";
  return { text: digits(seconds), spoken: `${spoken(seconds)} left`, urgency };
}

function digits(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${two(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

function spoken(seconds: number): string {
  if (seconds < 60) return "less than a minute";
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

const UTC_SECONDS = /^\d{4}-\d{2}-\d{2}T(\d{2}:\d{2}:\d{2})/;

/** `10:04:11` in UTC: the same on server and browser, so that a page never flickers on arrival. */
export function clockTime(at: number): string {
  return UTC_SECONDS.exec(new Date(at).toISOString())?.[1] ?? "";
}

/** `30 Nov 10:04:11` in UTC. */
export function dayTime(at: number): string {
  const date = new Date(at);
  const month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
    date.getUTCMonth()
  ];
  return `${date.getUTCDate()} ${month} ${clockTime(at)}`;
}

/** `4 s ago`, `12 min ago`, `3 h ago`, then the day. */
export function ago(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return dayTime(at);
}
