"use client";
/** One argument as a field of its kind. */
import clsx from "clsx";
import { useId } from "react";
import { VisibleText } from "@/components/domain/visible-text";
import { editText } from "@/lib/console/edits";
import type { ViewArgument } from "@/lib/console/served-view";
import { hasHidden } from "@/lib/core/text/visible";
import type { Editing } from "./use-editing";

const FIELD =
  "w-full rounded border border-control-line bg-surface px-2 font-mono text-13 text-ink aria-invalid:border-deny focus-visible:outline-offset-0";

export function EditField({ argument, editing }: { argument: ViewArgument; editing: Editing }) {
  const id = useId();
  const name = argument.name.text;
  const text = editing.textOf(name) ?? editText(argument.json);
  const error = editing.errorOf(name);
  const shared = {
    id,
    "aria-label": `New value of ${name}`,
    "aria-invalid": error === undefined ? undefined : (true as const),
    "aria-describedby": error === undefined ? undefined : `${id}-error`,
    spellCheck: false,
    autoComplete: "off",
    value: text,
  };
  const change = (next: string) => editing.write(argument, next);
  const isLong = argument.type === "object" || argument.type === "array" || text.length > 60 || text.includes("\n");
  return (
    <div>
      {argument.type === "boolean" ? (
        <select {...shared} className={clsx(FIELD, "h-8 touch:h-11")} onChange={(event) => change(event.target.value)}>
          <option value="true">true</option>
          <option value="false">false</option>
        </select>
      ) : isLong ? (
        <textarea
          {...shared}
          rows={Math.min(16, Math.max(3, Math.ceil(text.length / 70)))}
          className={clsx(FIELD, "py-1.5 leading-5")}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <input
          {...shared}
          inputMode={argument.type === "number" ? "decimal" : undefined}
          className={clsx(FIELD, "h-8 touch:h-11")}
          onChange={(event) => change(event.target.value)}
        />
      )}
      {error === undefined ? null : (
        <p id={`${id}-error`} role="alert" className="mt-1 text-12 text-deny">
          {error}
        </p>
      )}
      {hasHidden(text) ? (
        <p className="mt-1 text-12 text-ask">
          Holds characters that do not show: <VisibleText text={text.slice(0, 400)} className="font-mono" />
        </p>
      ) : null}
    </div>
  );
}
