/**
 * The frame of one page: the 48-px header (breadcrumbs and title left, search, live state and account right) over the
 * content. Every page under app/(console) renders exactly one.
 */
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { HeaderTools } from "./header-tools";

export interface Crumb {
  readonly label: string;
  readonly href: string;
}

interface PageProps {
  /** Plain text or a node that draws hostile names visibly. */
  title: ReactNode;
  crumbs?: readonly Crumb[];
  /** Actions of the page, at the right of the title row. */
  actions?: ReactNode;
  /** Tabs directly under the header. */
  tabs?: ReactNode;
  /** Fills the window: panes scroll, the page does not. */
  fill?: boolean;
  children: ReactNode;
}

export function Page({ title, crumbs = [], actions, tabs, fill = false, children }: PageProps) {
  return (
    <div
      className={
        fill
          ? "flex h-dvh min-w-0 flex-1 flex-col max-sm:h-[calc(100dvh-57px)]"
          : "flex min-h-dvh min-w-0 flex-1 flex-col max-sm:pb-16"
      }
    >
      <header className="sticky top-0 z-20 flex h-bar shrink-0 items-center gap-3 border-b bg-canvas px-4">
        <div className="flex min-w-0 flex-1 items-center gap-1.5">
          {crumbs.map((crumb) => (
            <span key={crumb.href} className="flex shrink-0 items-center gap-1.5 max-sm:hidden">
              <Link href={crumb.href} className="rounded-sm text-13 text-ink-2 hover:text-ink">
                {crumb.label}
              </Link>
              <ChevronRight size={14} aria-hidden className="text-ink-3" />
            </span>
          ))}
          <h1 className="min-w-0 truncate text-14 font-semibold">{title}</h1>
        </div>
        {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
        <HeaderTools />
      </header>
      {tabs}
      <main id="content" className={fill ? "flex min-h-0 flex-1 flex-col" : "flex-1"}>
        {children}
      </main>
    </div>
  );
}
