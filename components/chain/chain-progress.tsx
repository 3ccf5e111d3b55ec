"use client";
/** How far the recomputation is, and how fast. */
import { Progress } from "radix-ui";
import { formatCount } from "@/lib/console/format";
import { useMounted } from "@/lib/console/use-mounted";
import type { ChainCheck } from "./use-chain-check";

export function ChainProgress({ check }: { check: ChainCheck }) {
  const mounted = useMounted();
  const total = Math.max(check.head?.count ?? 0, check.rows.length);
  const done = check.phase === "fetching" ? check.rows.length : check.done;
  const share = total === 0 ? (check.phase === "done" ? 1 : 0) : Math.min(1, done / total);
  return (
    <div className="flex items-center gap-4 border-b px-4 py-2 text-12">
      <Progress.Root
        value={Math.round(share * 100)}
        aria-label="Recomputing the chain"
        className="h-1.5 w-full max-w-[320px] overflow-hidden rounded-full bg-sunken"
      >
        <Progress.Indicator
          className="h-full origin-left bg-accent transition-transform"
          style={mounted ? { transform: `scaleX(${share})` } : undefined}
        />
      </Progress.Root>
      <span className="text-ink-2" data-tabular aria-live="polite">
        {words(check, total)}
      </span>
    </div>
  );
}

function words(check: ChainCheck, total: number): string {
  if (check.phase === "fetching")
    return `Reading stored bytes: ${formatCount(check.rows.length)} of ${formatCount(total)} entries`;
  if (check.phase === "computing") {
    return `Recomputing: ${formatCount(check.done)} of ${formatCount(total)} entries, ${formatCount(check.perSecond)} entries/s`;
  }
  return `${formatCount(check.rows.length)} entries recomputed in this browser in ${formatCount(Math.max(1, Math.round(check.elapsedMs)))} ms, ${formatCount(check.perSecond)} entries/s`;
}
