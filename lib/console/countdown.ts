/** Time left, by the server's clock. */

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
