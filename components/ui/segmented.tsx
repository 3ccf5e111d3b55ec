"use client";
/** A small set of exclusive views or values, all visible. Arrow keys move between them. */
import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
}

export function Segmented<T extends string>({ label, value, onChange, options }: SegmentedProps<T>) {
  const pick = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onChange(option.value);
  };
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={pick}
      className="inline-flex rounded border bg-sunken p-0.5"
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="inline-flex h-6 items-center gap-1.5 rounded-sm border border-transparent px-2 text-12 text-ink-2 hover:text-ink data-[state=on]:border-line data-[state=on]:bg-surface data-[state=on]:font-medium data-[state=on]:text-ink touch:h-10 touch:px-3"
        >
          {option.icon}
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
