"use client";
/** Every argument with its exact value as inert text; in edit mode, the values as fields of their kind. */
import { ArrowRight, EyeOff } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { ExactCopy } from "@/components/domain/exact-copy";
import { mixedWords, NameBadge, nameWarning } from "@/components/domain/name-badge";
import { Segments } from "@/components/domain/segments";
import { VisibleText } from "@/components/domain/visible-text";
import { CopyButton } from "@/components/ui/copy-button";
import { plural } from "@/lib/console/format";
import type { ViewArgument, ViewModel } from "@/lib/console/served-view";
import { canonicalText } from "@/lib/core/json/canonical";
import { isJsonObject } from "@/lib/core/json/value";
import { readStored } from "@/lib/core/read-models/shown";
import { shorten } from "@/lib/core/read-models/subject";
import { EditField } from "./edit-field";
import type { Change, Editing } from "./use-editing";
import { Value } from "./value";

export function ArgumentTable({ view, editing }: { view: ViewModel; editing: Editing }) {
  const list = useRef<HTMLDListElement>(null);
  useEffect(() => {
    if (editing.active) list.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }, [editing.active]);
  if (view.arguments === null) return null;
  if (view.arguments.length === 0) return <p className="mt-4 text-13 text-ink-2">The call carries no arguments.</p>;
  return (
    <ExactCopy className="mt-4">
      <h4 className="sr-only">{plural(view.arguments.length, "argument")}</h4>
      <dl ref={list} className="border-b">
        {view.arguments.map((argument) => (
          <Row key={argument.path} argument={argument} editing={editing} />
        ))}
      </dl>
    </ExactCopy>
  );
}

function Row({ argument, editing }: { argument: ViewArgument; editing: Editing }) {
  const edited = editing.changeOf(argument.name.text);
  return (
    <div className="group grid grid-cols-[minmax(96px,160px)_1fr] gap-x-4 border-t py-2 touch:grid-cols-1">
      <dt className="min-w-0 text-13 leading-5">
        <Segments parts={argument.name.segments} className="font-mono font-medium" />
        <div className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
          <span>{kindWords(argument)}</span>
          <Provenance value={argument.provenance} />
        </div>
        <NameBadge name={argument.name.text} />
      </dt>
      <dd className="flex min-w-0 items-start gap-1">
        <div className="min-w-0 flex-1">
          {editing.active && !argument.masked ? (
            <EditField argument={argument} editing={editing} />
          ) : (
            <Value part={argument.path} segments={argument.segments} name={argument.name.text} />
          )}
          {edited !== undefined ? <Changed change={edited} /> : null}
          <ValueNotes argument={argument} />
        </div>
        {editing.active || argument.masked ? null : (
          <CopyButton text={exactText(argument)} label={`Copy ${argument.name.text}`} className="size-6! text-ink-3" />
        )}
      </dd>
    </div>
  );
}

/** Old and new value, so that nobody has to remember. */
const Changed = ({ change }: { change: Change }) => (
  <p className="mt-1 flex flex-wrap items-center gap-x-2 text-12 text-modify">
    <span className="font-medium">Changed by you:</span>
    <VisibleText text={shorten(change.before)} className="font-mono line-through" />
    <ArrowRight aria-label="to" size={12} />
    <VisibleText text={shorten(canonicalText(change.value))} className="font-mono font-medium" />
  </p>
);

const exactText = (argument: ViewArgument): string => {
  const value = readStored(argument.json);
  return typeof value === "string" ? value : argument.json;
};

const kindWords = (argument: ViewArgument): string =>
  argument.type === "string"
    ? plural(argument.characters, "character")
    : argument.type === "array"
      ? "list"
      : argument.type;

function ValueNotes({ argument }: { argument: ViewArgument }) {
  const mixed = useMemo(
    () => (argument.type === "string" && !argument.masked ? mixedWords(exactText(argument)) : []),
    [argument],
  );
  return (
    <>
      {argument.masked ? (
        <p className="mt-1 flex items-center gap-1 text-12 text-ink-2">
          <EyeOff aria-hidden size={12} /> Secret parts stay on the server. The digest covers the real value.
        </p>
      ) : null}
      {mixed.map((report) => (
        <p key={report.odd.join()} className="mt-1 text-12 font-medium text-ask">
          {nameWarning(report)}
        </p>
      ))}
    </>
  );
}

/** Where the value came from, as the agent's runtime reports it. */
function Provenance({ value }: { value: unknown }) {
  const provenance = isJsonObject(value) ? value.provenance : undefined;
  const origin = isJsonObject(provenance) ? provenance.origin : undefined;
  if (typeof origin !== "string") return null;
  return <span className="rounded-sm border px-1 text-ink-2">from {origin.replaceAll("_", " ")}</span>;
}
