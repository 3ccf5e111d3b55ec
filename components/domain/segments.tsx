/**
 * Segments of foreign text, drawn as they are: what is on the page is what the view digest covers. Chips stand for
 * hidden, reordering and blank characters; `ExactCopy` puts the real ones on the clipboard.
 */
import clsx from "clsx";
import { Fragment } from "react";
import type { Segment } from "@/lib/core/text/visible";

interface SegmentsProps {
  readonly parts: readonly Segment[];
  /** Real line breaks and tabs beside their marks. For blocks; lines and titles stay on one line. */
  readonly block?: boolean;
  readonly className?: string;
}

export function Segments({ parts, block = false, className }: SegmentsProps) {
  return (
    <bdi dir="ltr" className={clsx(block && "whitespace-pre-wrap", className)}>
      {keyed(parts).map(([at, part]) => (
        <Fragment key={at}>{drawn(part, block)}</Fragment>
      ))}
    </bdi>
  );
}

/** Segments with the offset that each begins at. */
function keyed(parts: readonly Segment[]): readonly (readonly [number, Segment])[] {
  let at = 0;
  return parts.map((part) => {
    const entry = [at, part] as const;
    at += part.kind === "masked" ? 1 : part.text.length;
    return entry;
  });
}

function drawn(part: Segment, block: boolean) {
  if (part.kind === "text") return part.text;
  if (part.kind === "masked") return <Masked />;
  if (part.kind === "space-run") return <Chip label={part.label} text={part.text} />;
  if (part.text === "\n") return <Quiet mark="↵" after={block ? "\n" : " "} text={part.text} />;
  if (part.text === "\t") return <Quiet mark="⇥" after={block ? "\t" : " "} text={part.text} />;
  return <Chip label={part.label} text={part.text} />;
}

/** `data-exact` holds the code points, for copying: the characters themselves never reach the page. */
const exact = (text: string): string => [...text].map((c) => (c.codePointAt(0) ?? 0).toString(16)).join(" ");

const Chip = ({ label, text }: { label: string; text: string }) => (
  <span
    data-exact={exact(text)}
    className="mx-px inline-block rounded-sm border border-ask/40 bg-ask-soft px-1 align-baseline font-mono text-[0.85em] leading-[1.3] font-medium whitespace-nowrap text-ask"
  >
    {label}
  </span>
);

const Quiet = ({ mark, after, text }: { mark: string; after: string; text: string }) => (
  <span data-exact={exact(text)}>
    <span aria-hidden className="text-ink-3 select-none">
      {mark}
    </span>
    {after}
  </span>
);

/** A secret that is there but stays on the server. Looks different from what is absent. */
export const Masked = () => (
  <span className="inline-flex items-center rounded-sm border border-dashed border-line-strong bg-sunken px-1.5 font-sans text-12 text-ink-2">
    secret, masked
  </span>
);
