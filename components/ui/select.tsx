"use client";
/** One of a few values. The platform's own list: right on a phone, complete by keyboard. */
import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps extends Omit<ComponentProps<"select">, "children"> {
  options: readonly SelectOption[];
}

export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={clsx("relative inline-flex w-full", className)}>
      <select
        className="h-8 w-full appearance-none rounded border border-control-line bg-surface pr-8 pl-2.5 text-13 text-ink transition-colors hover:border-ink-3 touch:h-11"
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-3"
      />
    </span>
  );
}
