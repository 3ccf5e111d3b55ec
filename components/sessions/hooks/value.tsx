"use client";
/** One value that somebody else wrote: text as text, the rest as indented JSON, long ones shortened with a count. */
import { useMemo, useState } from "react";
import { ExactCopy } from "@/components/domain/exact-copy";
import { JsonText, prettyJson } from "@/components/domain/json-text";
import { Segments } from "@/components/domain/segments";
import { VisibleText } from "@/components/domain/visible-text";
import { cutSegments } from "@/lib/console/cut";
import { formatCount } from "@/lib/console/format";
import { canonicalText } from "@/lib/core/json/canonical";
import type { JsonValue } from "@/lib/core/json/value";
import { segments } from "@/lib/core/text/visible";

/** What is read before anybody asks for more; a megabyte of text would stall the page. */
const READ = 20_000;

export function Value({ value, name }: { value: JsonValue | undefined; name: string }) {
  const [open, setOpen] = useState(false);
  const whole = useMemo(() => textOf(value), [value]);
  const shown = open ? whole : whole.slice(0, READ);
  const cut = useMemo(() => cutSegments(segments(shown)), [shown]);
  const more = cut.more + (whole.length - shown.length);
  if (value === undefined) return <span className="text-ink-3">nothing</span>;
  if (whole === "") return <span className="text-ink-3">empty text</span>;
  return (
    <ExactCopy className="w-full min-w-0">
      <div className="font-mono text-12 leading-5 wrap-anywhere">
        {more === 0 && typeof value !== "string" ? (
          <JsonText text={whole} className="whitespace-pre-wrap" />
        ) : (
          <Segments parts={open || more === 0 ? segments(shown) : cut.head} block />
        )}
      </div>
      {more === 0 || open ? null : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="mt-1 rounded-sm text-12 text-accent hover:underline touch:min-h-11"
        >
          Show {formatCount(more)} more characters of <VisibleText text={name} />
        </button>
      )}
    </ExactCopy>
  );
}

const textOf = (value: JsonValue | undefined): string =>
  value === undefined ? "" : typeof value === "string" ? value : prettyJson(canonicalText(value));
