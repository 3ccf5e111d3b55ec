"use client";
/** A button of one icon. The label is its name for assistive technology and its tooltip. */
import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Tooltip } from "./tooltip";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  label: string;
  icon: ReactNode;
  shortcut?: string;
  side?: "top" | "right" | "bottom" | "left";
}

export function IconButton({ label, icon, shortcut, side, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={shortcut ? `${label} (${shortcut})` : label} side={side}>
      <button
        type="button"
        aria-label={label}
        className={clsx(
          "inline-flex size-control shrink-0 items-center justify-center rounded text-ink-2 transition-colors hover:bg-hover hover:text-ink",
          "disabled:cursor-not-allowed disabled:opacity-55",
          className,
        )}
        {...rest}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
