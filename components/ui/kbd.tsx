/** A key, drawn as a key. */
import clsx from "clsx";

export function Kbd({ children, quiet = false }: { children: string; quiet?: boolean }) {
  return (
    <kbd
      aria-hidden={quiet || undefined}
      className={clsx(
        "inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-sm border px-1 text-[11px] leading-none touch:hidden",
        quiet ? "border-current/30 text-current" : "border-line-strong bg-sunken text-ink-2",
      )}
    >
      {children}
    </kbd>
  );
}
