/** What will appear here, and how to make it appear. */
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-16 text-center">
      <div aria-hidden className="text-ink-3">
        {icon}
      </div>
      <h2 className="text-14 font-semibold">{title}</h2>
      {children ? <div className="max-w-[440px] text-13 text-ink-2">{children}</div> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}
