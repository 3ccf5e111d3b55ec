/** Names and values in two columns: the quiet facts of a thing. */
import type { ReactNode } from "react";

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(120px,max-content)_1fr] gap-x-6 gap-y-1.5 text-13 touch:grid-cols-1 touch:gap-y-0">
    {children}
  </dl>
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3 touch:mt-2 touch:text-12">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
);
