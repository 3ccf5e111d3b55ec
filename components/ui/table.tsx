/** Dense tables with hairlines. On a phone the wrapper scrolls sideways; the page never does. */
import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";

interface TableProps {
  /** Names the table for assistive technology. */
  label: string;
  head: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A region that scrolls must be reachable by keyboard. */
const REACHABLE = { tabIndex: 0 };

export function Table({ label, head, children, className }: TableProps) {
  return (
    <section aria-label={`${label}, table`} className={clsx("relative overflow-x-auto", className)} {...REACHABLE}>
      <table className="w-full border-collapse text-13">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="h-row border-b text-left text-12 text-ink-3">{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

export const Th = ({ className, ...rest }: ComponentProps<"th">) => (
  <th scope="col" className={clsx("px-4 font-medium whitespace-nowrap", className)} {...rest} />
);

export const Tr = ({ className, ...rest }: ComponentProps<"tr">) => (
  <tr className={clsx("h-row border-b border-line hover:bg-hover", className)} {...rest} />
);

export const Td = ({ className, ...rest }: ComponentProps<"td">) => (
  <td className={clsx("px-4 py-1 align-middle", className)} {...rest} />
);
