"use client";
/** One value of an action, in a fixed-width face. A long one is shortened with a count until it is opened. */
import { ChevronsUpDown } from "lucide-react";
import { useMemo } from "react";
import { Segments } from "@/components/domain/segments";
import { VisibleText } from "@/components/domain/visible-text";
import { cutSegments } from "@/lib/console/cut";
import { formatCount } from "@/lib/console/format";
import type { Segment } from "@/lib/core/text/visible";
import { useReading } from "./reading";

interface ValueProps {
  readonly part: string;
  readonly segments: readonly Segment[];
  /** Says what it is for the button that opens it. */
  readonly name: string;
}

export function Value({ part, segments, name }: ValueProps) {
  const reading = useReading();
  const cut = useMemo(() => cutSegments(segments), [segments]);
  const open = cut.more === 0 || reading.isOpen(part);
  if (segments.length === 0) return <span className="text-ink-3">empty text</span>;
  return (
    <div className="font-mono text-13 leading-5 [font-variant-ligatures:none]">
      <Segments parts={open ? segments : cut.head} block />
      {open ? null : (
        <button
          type="button"
          onClick={() => reading.open(part)}
          className="mt-1 flex w-full items-center gap-1.5 rounded border border-dashed border-ask bg-ask-soft px-2 py-1 text-left font-sans text-12 font-medium text-ask hover:border-solid touch:min-h-11"
        >
          <ChevronsUpDown aria-hidden size={14} />
          <span>
            {formatCount(cut.more)} more characters of <VisibleText text={name} />
          </span>
          <span className="ml-auto font-normal">Open</span>
        </button>
      )}
    </div>
  );
}
