"use client";
/** Time left by the server's clock. Ticks for eyes; screen readers hear minutes. */
import clsx from "clsx";
import { timeLeft } from "@/lib/console/countdown";
import { useServerNow } from "@/lib/console/server-clock";

const TONE = {
  calm: "text-ink-2",
  soon: "font-medium text-ask",
  last: "font-semibold text-deny",
  over: "text-ink-3",
} as const;

export function Countdown({ expiresAt, className }: { expiresAt: number; className?: string }) {
  const left = timeLeft(expiresAt, useServerNow());
  return (
    <span
      role="timer"
      aria-live="off"
      className={clsx("whitespace-nowrap", TONE[left.urgency], className)}
      data-tabular
    >
      <span aria-hidden>{left.text}</span>
      <span className="sr-only">{left.spoken}</span>
    </span>
  );
}
