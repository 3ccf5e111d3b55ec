/** How a component stands, as icon and word. */
import clsx from "clsx";
import { Ban, Check, CircleHelp, Eye, type LucideIcon, RefreshCw } from "lucide-react";
import type { Standing } from "@/lib/console/agbom-picture";

const LOOK: { readonly [standing in Standing]: { icon: LucideIcon; word: string; tone: string } } = {
  banned: { icon: Ban, word: "Banned", tone: "text-deny font-medium" },
  undeclared: { icon: Eye, word: "Undeclared", tone: "text-ask font-medium" },
  "not-checked": { icon: CircleHelp, word: "Not comparable", tone: "text-ask" },
  changed: { icon: RefreshCw, word: "Changed", tone: "text-modify" },
  plain: { icon: Check, word: "Declared", tone: "text-ink-3" },
};

interface StandingWordProps {
  readonly standing: Standing;
  /** Entry that removed it. */
  readonly removed?: boolean;
  readonly iconOnly?: boolean;
}

export function StandingWord({ standing, removed = false, iconOnly = false }: StandingWordProps) {
  const { icon: Icon, word, tone } = LOOK[standing];
  const said = removed ? (standing === "banned" ? "Banned, removed" : "Removed") : word;
  return (
    <span className={clsx("inline-flex items-center gap-1 text-12 whitespace-nowrap", removed ? "text-ink-3" : tone)}>
      <Icon aria-hidden size={12} className="shrink-0" />
      {iconOnly ? <span className="sr-only">{said}</span> : said}
    </span>
  );
}
