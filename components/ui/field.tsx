"use client";
/** A labelled control with its hint and its error, wired for assistive technology. */
import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  /** Draws the control; spread the given attributes onto it. */
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      {children({ id, "aria-describedby": described, "aria-invalid": error ? true : undefined })}
      {error ? (
        <p id={`${id}-error`} className="flex items-start gap-1 text-12 text-deny">
          <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
          {error}
        </p>
      ) : hint ? (
        <p id={`${id}-hint`} className="text-12 text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

const CONTROL =
  "w-full rounded border border-control-line bg-surface px-2.5 text-13 text-ink transition-colors hover:border-ink-3 disabled:opacity-55 aria-invalid:border-deny focus-visible:outline-offset-0";

export function TextInput({ className, mono, ...rest }: ComponentProps<"input"> & { mono?: boolean }) {
  return <input className={clsx(CONTROL, "h-8 touch:h-11", mono && "font-mono", className)} {...rest} />;
}

export function TextArea({ className, mono, ...rest }: ComponentProps<"textarea"> & { mono?: boolean }) {
  return <textarea rows={3} className={clsx(CONTROL, "py-1.5", mono && "font-mono", className)} {...rest} />;
}

interface TextFieldProps extends Omit<ComponentProps<"input">, "children"> {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  mono?: boolean;
}

/** The common case: a label over one line of text. */
export function TextField({ label, hint, error, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <TextInput {...control} {...rest} />}
    </Field>
  );
}
