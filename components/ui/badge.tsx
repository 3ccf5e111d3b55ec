/** A word with a tone. The word carries the meaning; the tone only helps to find it. */
import clsx from "clsx";
import type { ReactNode } from "react";

export type Tone = "neutral" | "accent" | "allow" | "deny" | "modify" | "ask" | "defer";

const TONES: { readonly [tone in Tone]: string } = {
  neutral: "bg-sunken text-ink-2 border-line",
  accent: "bg-accent-soft text-accent border-transparent",
  allow: "bg-allow-soft text-allow border-transparent",
  deny: "bg-deny-soft text-deny border-transparent",
  modify: "bg-modify-soft text-modify border-transparent",
  ask: "bg-ask-soft text-ask border-transparent",
  defer: "bg-defer-soft text-defer border-transparent",
};

interface BadgeProps {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Badge({ tone = "neutral", icon, children, className }: BadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex h-5 touch:h-6 max-w-full items-center gap-1 rounded-sm border px-1.5 text-12 font-medium whitespace-nowrap",
        TONES[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
