/** A disposition as icon, word and colour: any two of the three are enough to read it. */
import clsx from "clsx";
import { Check, CircleHelp, type LucideIcon, Minus, Pencil, Timer, X } from "lucide-react";
import type { Disposition } from "@/lib/core/policy/types";

const LOOK: { readonly [d in Disposition]: { icon: LucideIcon; word: string; tone: string } } = {
  allow: { icon: Check, word: "Allow", tone: "text-allow" },
  deny: { icon: X, word: "Deny", tone: "text-deny" },
  modify: { icon: Pencil, word: "Modify", tone: "text-modify" },
  ask: { icon: CircleHelp, word: "Ask", tone: "text-ask" },
  defer: { icon: Timer, word: "Defer", tone: "text-defer" },
};

const isDisposition = (value: string): value is Disposition => Object.hasOwn(LOOK, value);

export function DispositionBadge({ value, className }: { value: string | null; className?: string }) {
  if (value === null || !isDisposition(value)) {
    return (
      <span className={clsx("inline-flex items-center gap-1 whitespace-nowrap text-ink-3", className)}>
        <Minus aria-hidden size={14} />
        {value ?? "None"}
      </span>
    );
  }
  const { icon: Icon, word, tone } = LOOK[value];
  return (
    <span className={clsx("inline-flex items-center gap-1 whitespace-nowrap font-medium", tone, className)}>
      <Icon aria-hidden size={14} strokeWidth={2.25} />
      {word}
    </span>
  );
}

/** The fill of a mark in the density strip. */
export const DISPOSITION_FILL: { readonly [disposition: string]: string } = {
  allow: "var(--allow)",
  deny: "var(--deny)",
  modify: "var(--modify)",
  ask: "var(--ask)",
  defer: "var(--defer)",
  none: "var(--line-strong)",
};
