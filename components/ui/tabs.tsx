"use client";
/** Tabs over panels of one page. For tabs that are addresses of their own, see LinkTabs. */
import clsx from "clsx";
import Link from "next/link";
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

const BAR = "flex gap-1 overflow-x-auto border-b px-4 touch:px-2";
const TAB =
  "inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 text-13 text-ink-2 -mb-px hover:text-ink touch:h-11 touch:px-3";
const CURRENT = "border-accent! font-medium text-ink!";

interface TabsProps {
  label: string;
  defaultValue: string;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
}

export function Tabs({ label, defaultValue, tabs }: TabsProps) {
  return (
    <Radix.Root defaultValue={defaultValue}>
      <Radix.List aria-label={label} className={BAR}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={clsx(
              TAB,
              "data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink",
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="outline-offset-[-2px]">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** On a phone the bar is wider than the screen: what is open is brought into its middle, and only the bar moves. */
function reveal(tab: HTMLElement | null): void {
  const bar = tab?.parentElement;
  if (tab && bar) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2;
}

interface LinkTabsProps {
  label: string;
  tabs: readonly { href: string; label: ReactNode; current: boolean }[];
}

export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={BAR}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          ref={tab.current ? reveal : undefined}
          aria-current={tab.current ? "page" : undefined}
          className={clsx(TAB, tab.current && CURRENT)}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
