"use client";
/** A stored message, inert and whole: indented for reading, or byte for byte. */
import { useState } from "react";
import { ExactCopy } from "@/components/domain/exact-copy";
import { JsonText } from "@/components/domain/json-text";
import { VisibleText } from "@/components/domain/visible-text";
import { CopyButton } from "@/components/ui/copy-button";
import { Segmented } from "@/components/ui/segmented";
import { formatCount, plural } from "@/lib/console/format";
import type { EnvelopeText, StepDetail } from "@/lib/core/read-models/sessions";

const VIEWS = [
  { value: "indented", label: "Indented" },
  { value: "stored", label: "As stored" },
] as const;

interface RawMessageProps {
  readonly title: string;
  readonly message: EnvelopeText | null;
  /** Whose message it is, to say why it is not here. */
  readonly entry: StepDetail | null;
}

export function RawMessage({ title, message, entry }: RawMessageProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]["value"]>("indented");
  return (
    <section aria-label={title} className="mt-5">
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="text-13 font-medium">{title}</h3>
        {message === null ? null : (
          <>
            <span className="text-12 text-ink-3" data-tabular>
              {formatCount(message.bytes)} bytes
            </span>
            <span className="ml-auto flex items-center gap-1">
              <Segmented label={`Layout of ${title}`} value={view} onChange={setView} options={VIEWS} />
              <CopyButton
                text={message.text}
                label={message.masked.length > 0 ? `Copy ${title}, masked` : `Copy ${title}`}
              />
            </span>
          </>
        )}
      </header>
      {message === null ? <Absent entry={entry} /> : <Text title={title} message={message} view={view} />}
    </section>
  );
}

interface TextProps {
  readonly title: string;
  readonly message: EnvelopeText;
  readonly view: "indented" | "stored";
}

const Text = ({ title, message, view }: TextProps) => (
  <>
    {message.masked.length > 0 ? (
      <p className="mt-1 text-12 text-ink-2">
        {plural(message.masked.length, "secret value")} masked here. The stored bytes and every digest keep the real
        ones.
      </p>
    ) : null}
    <ExactCopy scrolls={`${title}, text`} className="mt-1.5 max-h-[480px] overflow-auto rounded bg-sunken p-3">
      {view === "indented" ? (
        <JsonText text={message.text} />
      ) : (
        <pre className="text-12 leading-5 break-all whitespace-pre-wrap">
          <VisibleText text={message.text} block />
        </pre>
      )}
    </ExactCopy>
  </>
);

const Absent = ({ entry }: { entry: StepDetail | null }) => (
  <p className="mt-1 text-13 text-ink-2">
    {entry?.row.stepType.startsWith("guardian/")
      ? "The Guardian made this entry itself: no agent sent or received a message for it."
      : "Erased, or never stored. The entry keeps its hash."}
  </p>
);
