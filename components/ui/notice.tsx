/** A standing message inside a page: what is the case, why, and what can be done. */
import clsx from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const LOOK = {
  info: { box: "bg-sunken border-line", ink: "text-ink-2", Icon: Info },
  done: { box: "bg-allow-soft border-transparent", ink: "text-allow", Icon: CircleCheck },
  warning: { box: "bg-ask-soft border-transparent", ink: "text-ask", Icon: TriangleAlert },
  error: { box: "bg-deny-soft border-transparent", ink: "text-deny", Icon: CircleAlert },
} as const;

interface NoticeProps {
  tone?: keyof typeof LOOK;
  title?: string;
  children?: ReactNode;
  /** Announced when it appears. */
  live?: boolean;
  action?: ReactNode;
}

export function Notice({ tone = "info", title, children, live = false, action }: NoticeProps) {
  const { box, ink, Icon } = LOOK[tone];
  return (
    <div
      role={live ? (tone === "error" ? "alert" : "status") : undefined}
      className={clsx("flex items-start gap-2 rounded border px-3 py-2", box)}
    >
      <Icon size={16} aria-hidden className={clsx("mt-0.5 shrink-0", ink)} />
      <div className="min-w-0 flex-1 text-13">
        {title ? <p className="font-medium">{title}</p> : null}
        {children ? <div className="text-ink-2">{children}</div> : null}
      </div>
      {action}
    </div>
  );
}
