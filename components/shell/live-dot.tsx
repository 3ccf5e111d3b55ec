"use client";
/** The state of the live feed: live, reconnecting since when, offline since when. A word beside the dot, always. */
import clsx from "clsx";
import { Tooltip } from "@/components/ui/tooltip";
import { formatClock } from "@/lib/console/format";
import type { LiveState } from "@/lib/console/live-feed";
import { useLiveStatus } from "@/lib/console/use-live";

const LOOK: { readonly [state in LiveState]: { dot: string; word: string; means: string } } = {
  connecting: { dot: "border border-ink-3", word: "Connecting", means: "Opening the live feed." },
  live: { dot: "bg-allow", word: "Live", means: "Changes appear here as they happen." },
  reconnecting: {
    dot: "border-2 border-ask",
    word: "Reconnecting",
    means: "The live feed was lost. What you see may be old; missed changes are fetched on return.",
  },
  offline: {
    dot: "border-2 border-deny",
    word: "Offline",
    means: "This machine has no network. What you see may be old.",
  },
};

export function LiveDot() {
  const status = useLiveStatus();
  const look = LOOK[status.state];
  const stale = status.state === "reconnecting" || status.state === "offline";
  const since = stale && status.since > 0 ? ` since ${formatClock(status.since).slice(0, 8)} UTC` : "";
  return (
    <Tooltip content={`${look.means}${since}`} side="bottom">
      <button
        type="button"
        className="inline-flex h-control cursor-default! items-center gap-1.5 rounded px-1.5 text-12 text-ink-2"
      >
        <span aria-hidden className={clsx("size-2 rounded-full", look.dot)} />
        <span role="status" className={clsx(stale ? "font-medium text-ink" : "max-sm:sr-only")}>
          {look.word}
          {stale ? <span className="max-md:sr-only">{since}</span> : null}
        </span>
      </button>
    </Tooltip>
  );
}
