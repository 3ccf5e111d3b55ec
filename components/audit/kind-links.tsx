/** A row of exclusive filters, each an address of its own. */
import clsx from "clsx";
import Link from "next/link";

interface KindLinksProps {
  current: string;
  kinds: readonly { readonly value: string; readonly label: string; readonly count?: number }[];
  hrefOf: (value: string) => string;
}

export function KindLinks({ current, kinds, hrefOf }: KindLinksProps) {
  return (
    <nav aria-label="Filter" className="flex gap-1 overflow-x-auto border-b px-3 py-1.5">
      {kinds.map((kind) => (
        <Link
          key={kind.value}
          href={hrefOf(kind.value)}
          aria-current={kind.value === current ? "true" : undefined}
          className={clsx(
            "inline-flex h-6 shrink-0 items-center gap-1.5 rounded-sm px-2 text-12 touch:h-11 touch:px-3",
            kind.value === current ? "bg-selected font-medium text-ink" : "text-ink-2 hover:bg-hover hover:text-ink",
          )}
        >
          {kind.label}
          {kind.count === undefined ? null : (
            <span data-tabular className="text-ink-3">
              {kind.count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
