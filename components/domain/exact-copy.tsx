"use client";
/** Selecting and copying inside gives the real text: chips become the characters that they stand for. */
import type { ClipboardEvent, ReactNode } from "react";

interface ExactCopyProps {
  readonly children: ReactNode;
  readonly className?: string;
  /** Names a part that scrolls by itself, and makes it reachable by keyboard. */
  readonly scrolls?: string;
}

const REACHABLE = { tabIndex: 0 };

export function ExactCopy({ children, className, scrolls }: ExactCopyProps) {
  return scrolls === undefined ? (
    <div className={className} onCopy={copyExact}>
      {children}
    </div>
  ) : (
    <section aria-label={scrolls} className={className} onCopy={copyExact} {...REACHABLE}>
      {children}
    </section>
  );
}

function copyExact(event: ClipboardEvent<HTMLElement>) {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return;
  const holder = document.createElement("div");
  holder.append(selection.getRangeAt(0).cloneContents());
  const chips = holder.querySelectorAll<HTMLElement>("[data-exact]");
  if (chips.length === 0) return;
  for (const chip of chips) chip.replaceWith(real(chip.dataset.exact ?? ""));
  event.clipboardData.setData("text/plain", holder.textContent ?? "");
  event.preventDefault();
}

const real = (codes: string): string =>
  codes
    .split(" ")
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join("");
