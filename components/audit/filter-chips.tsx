/** The filters in force, each with its way out. */
import { X } from "lucide-react";
import Link from "next/link";
import { VisibleText } from "@/components/domain/visible-text";

export interface FilterChip {
  readonly name: string;
  readonly value: string;
  /** The same list without this filter. */
  readonly without: string;
}

export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2 border-b px-4 py-2">
      {chips.map((chip) => (
        <li key={chip.name} className="inline-flex max-w-full items-center rounded-sm border bg-accent-soft text-12">
          <span className="truncate px-2 py-0.5">
            {chip.name}: <VisibleText text={chip.value} />
          </span>
          <Link
            href={chip.without}
            aria-label={`Remove filter ${chip.name}`}
            className="inline-flex h-6 items-center rounded-sm px-1.5 text-ink-2 hover:text-ink touch:h-11 touch:px-3"
          >
            <X size={12} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}
