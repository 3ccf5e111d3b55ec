"use client";
/** Narrows the table of components. */
import { Search } from "lucide-react";
import { TextInput } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { TYPE_WORDS } from "@/lib/console/agbom-picture";
import type { AgbomRow, RowFilter } from "@/lib/console/agbom-rows";

const STANDINGS = [
  { value: "", label: "Any standing" },
  { value: "banned", label: "Banned" },
  { value: "undeclared", label: "Undeclared" },
  { value: "not-checked", label: "Not comparable" },
  { value: "changed", label: "Changed" },
  { value: "removed", label: "Removed" },
];

interface RowFilterBarProps {
  readonly filter: RowFilter;
  readonly onFilter: (filter: RowFilter) => void;
  /** Only kinds that occur are offered. */
  readonly rows: readonly AgbomRow[];
}

export function RowFilterBar({ filter, onFilter, rows }: RowFilterBarProps) {
  const present = new Set(rows.map((row) => row.type));
  const types = Object.entries(TYPE_WORDS).filter(([type]) => (present as ReadonlySet<string>).has(type));
  return (
    <search className="flex flex-wrap gap-2 border-b px-4 py-2">
      <span className="relative min-w-40 flex-1 touch:basis-full">
        <Search aria-hidden size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
        <TextInput
          type="search"
          aria-label="Filter components by name, provider, version or id"
          placeholder="Name or id"
          value={filter.text}
          onChange={(event) => onFilter({ ...filter, text: event.target.value })}
          className="pl-8"
        />
      </span>
      <Select
        aria-label="Kind"
        className="max-w-[132px] touch:max-w-none touch:flex-1"
        value={filter.type}
        onChange={(event) => onFilter({ ...filter, type: event.target.value })}
        options={[{ value: "", label: "Any kind" }, ...types.map(([value, { one }]) => ({ value, label: one }))]}
      />
      <Select
        aria-label="Standing"
        className="max-w-[132px] touch:max-w-none touch:flex-1"
        value={filter.standing}
        onChange={(event) => onFilter({ ...filter, standing: event.target.value })}
        options={STANDINGS}
      />
    </search>
  );
}
