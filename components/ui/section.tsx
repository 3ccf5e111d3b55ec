/** A titled part of a page, divided by hairlines rather than boxes. */
import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <section aria-label={title} className="border-b last:border-b-0 [&_tbody_tr:last-child]:border-b-0">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-5 pb-3">
        <div className="min-w-0">
          <h2 className="text-14 font-semibold">{title}</h2>
          {description ? <p className="mt-0.5 max-w-[100ch] text-13 text-ink-2">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </header>
      {children}
    </section>
  );
}
