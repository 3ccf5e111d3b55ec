/** One of the blocks of an item, divided by hairlines. */
import type { ReactNode } from "react";

export function Block({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t px-5 py-4 first:border-t-0 touch:px-4">
      <header className="mb-2 flex items-baseline justify-between gap-4">
        <h2 className="text-12 font-medium text-ink-3">{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
