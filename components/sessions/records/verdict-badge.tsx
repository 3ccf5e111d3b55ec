/** The verdict of a record as icon, word and colour. */
import clsx from "clsx";
import { Check, type LucideIcon, Pencil, X } from "lucide-react";
import type { RecordFacts } from "@/lib/core/agent-hooks/record";

const LOOK: { readonly [d in RecordFacts["decision"]]: { icon: LucideIcon; word: string; tone: string } } = {
  allow: { icon: Check, word: "Allow", tone: "text-allow" },
  deny: { icon: X, word: "Deny", tone: "text-deny" },
  transform: { icon: Pencil, word: "Transform", tone: "text-modify" },
};

export function VerdictBadge({ value }: { value: RecordFacts["decision"] }) {
  const { icon: Icon, word, tone } = LOOK[value];
  return (
    <span className={clsx("inline-flex items-center gap-1 font-medium whitespace-nowrap", tone)}>
      <Icon aria-hidden size={14} strokeWidth={2.25} />
      {word}
    </span>
  );
}
