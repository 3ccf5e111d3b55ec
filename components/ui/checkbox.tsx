"use client";
/** A box with its words and, under them, what it means. */
import { Check } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";

interface CheckboxProps {
  label: ReactNode;
  hint?: ReactNode;
  checked?: boolean;
  defaultChecked?: boolean;
  disabled?: boolean;
  name?: string;
  value?: string;
  onCheckedChange?: (checked: boolean) => void;
}

export function Checkbox({ label, hint, onCheckedChange, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2 touch:min-h-11">
      <Radix.Root
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onCheckedChange={(state) => onCheckedChange?.(state === true)}
        className="mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-sm border border-control-line bg-surface text-accent-ink disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent touch:size-6"
        {...rest}
      >
        <Radix.Indicator>
          <Check size={12} strokeWidth={3} aria-hidden />
        </Radix.Indicator>
      </Radix.Root>
      <div className="min-w-0">
        <label htmlFor={id} className="text-13">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-12 text-ink-3">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
