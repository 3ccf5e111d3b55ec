/** The button. One primary per view; every other action is quieter. */
import clsx from "clsx";
import { Slot } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { Kbd } from "./kbd";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "danger-quiet";

const VARIANTS: { readonly [variant in ButtonVariant]: string } = {
  primary: "bg-accent text-accent-ink hover:bg-accent-hover border-transparent font-medium",
  secondary: "bg-surface text-ink border-line-strong hover:bg-hover",
  ghost: "bg-transparent text-ink-2 border-transparent hover:bg-hover hover:text-ink",
  danger: "bg-deny text-canvas border-transparent hover:opacity-90 font-medium",
  "danger-quiet": "bg-surface text-deny border-line-strong hover:bg-deny-soft",
};

const SIZES = { md: "h-control px-2.5 text-13", lg: "h-9 touch:h-12 px-4 text-14" } as const;

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: keyof typeof SIZES;
  icon?: ReactNode;
  /** The key that does the same, drawn inside. */
  shortcut?: string;
  /** Shows that work is under way and refuses further presses. */
  busy?: boolean;
  asChild?: boolean;
}

export function Button(props: ButtonProps) {
  const {
    variant = "secondary",
    size = "md",
    icon,
    shortcut,
    busy = false,
    asChild,
    className,
    children,
    ...rest
  } = props;
  const Part = asChild ? Slot.Root : "button";
  const classes = clsx(
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded border whitespace-nowrap select-none transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    VARIANTS[variant],
    SIZES[size],
    className,
  );
  return (
    <Part
      type={asChild ? undefined : "button"}
      className={classes}
      aria-busy={busy || undefined}
      {...rest}
      disabled={asChild ? undefined : rest.disabled || busy}
    >
      {icon}
      <Slot.Slottable>{children}</Slot.Slottable>
      {shortcut ? <Kbd quiet>{shortcut}</Kbd> : null}
    </Part>
  );
}
