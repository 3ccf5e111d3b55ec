/** One check as icon and word. "Not checked" never looks like "good". */
import clsx from "clsx";
import { Check, CircleDashed, EyeOff, Minus, X } from "lucide-react";
import type { CheckName, CheckState, Check as EntryCheck } from "@/lib/console/chain-checks";

const NAME: { readonly [name in CheckName]: string } = {
  hash: "hash",
  link: "link",
  request: "request",
  decision: "decision",
  signature: "signature",
};

const LOOK: { readonly [state in CheckState]: { icon: typeof Check; tone: string; said: string } } = {
  good: { icon: Check, tone: "text-allow", said: "recomputed and equal" },
  bad: { icon: X, tone: "font-medium text-deny", said: "does not fit" },
  withheld: { icon: EyeOff, tone: "text-ink-2", said: "withheld: secret values" },
  erased: { icon: Minus, tone: "text-ink-3", said: "not stored any more" },
  none: { icon: Minus, tone: "text-ink-3", said: "nothing to check here" },
  unknown: { icon: CircleDashed, tone: "text-ink-3", said: "not computed yet" },
};

export function CheckWord({ check }: { check: EntryCheck }) {
  const { icon: Icon, tone, said } = LOOK[check.state];
  const why =
    check.name === "signature" && check.state === "none"
      ? "not checked: HMAC is for the key's holders, or the key is not here"
      : said;
  return (
    <span className={clsx("inline-flex items-center gap-0.5 whitespace-nowrap", tone)} title={why}>
      <Icon aria-hidden size={12} />
      {NAME[check.name]}
      <span className="sr-only">: {why}</span>
    </span>
  );
}
