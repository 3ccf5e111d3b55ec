/** Whether a ban is in force, as icon and word. */
import { Ban, Clock, RotateCcw } from "lucide-react";
import type { BanState as State } from "@/lib/core/read-models/bans";

const LOOK = {
  active: { icon: Ban, word: "In force", tone: "text-deny" },
  expired: { icon: Clock, word: "Over", tone: "text-ink-3" },
  revoked: { icon: RotateCcw, word: "Lifted", tone: "text-ink-3" },
} as const;

export function BanState({ state }: { state: State }) {
  const { icon: Icon, word, tone } = LOOK[state];
  return (
    <span className={`inline-flex items-center gap-1 font-medium whitespace-nowrap ${tone}`}>
      <Icon aria-hidden size={14} />
      {word}
    </span>
  );
}
