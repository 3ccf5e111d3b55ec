/** Risk as word, bar and colour. */
import clsx from "clsx";
import type { Risk } from "@/lib/core/policy/types";

const STEPS: { readonly [risk in Risk]: number } = { low: 1, medium: 2, high: 3, critical: 4 };
/** Classes, not style attributes: the page's policy forbids those in markup from the server. */
const HEIGHTS = ["h-[5px]", "h-[7px]", "h-[10px]", "h-[12px]"];
const WORD: { readonly [risk in Risk]: string } = { low: "Low", medium: "Medium", high: "High", critical: "Critical" };
const TONE: { readonly [risk in Risk]: string } = {
  low: "text-risk-low",
  medium: "text-risk-medium",
  high: "text-risk-high",
  critical: "text-risk-critical",
};

export function RiskBar({ risk, suffix = "risk", className }: { risk: Risk; suffix?: string; className?: string }) {
  return (
    <span className={clsx("inline-flex items-center gap-1.5 whitespace-nowrap font-medium", TONE[risk], className)}>
      <span aria-hidden className="inline-flex h-3 items-end gap-0.5">
        {HEIGHTS.map((height, index) => (
          <span
            key={height}
            className={clsx("w-[3px] rounded-[1px]", height, index < STEPS[risk] ? "bg-current" : "bg-line-strong")}
          />
        ))}
      </span>
      {suffix ? `${WORD[risk]} ${suffix}` : WORD[risk]}
    </span>
  );
}
