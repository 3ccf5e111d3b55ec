"use client";
/** Navigation under the thumb: Queue, Sessions, Search, Me. */
import clsx from "clsx";
import { CircleUserRound, Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { routes } from "@/lib/console/routes";
import { isCurrent, placesFor } from "./navigation";
import { CountBadge, useOpenCount } from "./open-count";
import { useCan, useViewer } from "./viewer";

interface BottomBarProps {
  onSearch: () => void;
  onMe: () => void;
}

const ITEM = "relative flex h-14 w-full flex-col items-center justify-center gap-0.5 text-12 text-ink-2";

export function BottomBar({ onSearch, onMe }: BottomBarProps) {
  const pathname = usePathname();
  const open = useOpenCount(useCan("approvals.read"));
  const places = placesFor(useViewer().roles).filter((place) => place.onPhone);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="flex">
        {places.map((place) => {
          const count = place.href === routes.approvals() ? open : undefined;
          const current = isCurrent(place, pathname);
          return (
            <li key={place.href} className="flex-1">
              <Link
                href={place.href}
                aria-label={count ? `${place.label}, ${count} waiting` : undefined}
                aria-current={current ? "page" : undefined}
                className={clsx(ITEM, current && "font-medium text-accent!")}
              >
                <place.icon size={20} aria-hidden />
                {place.label}
                {count ? <CountBadge count={count} className="absolute top-1.5 left-[calc(50%+6px)]" /> : null}
              </Link>
            </li>
          );
        })}
        <BarButton label="Search" icon={<Search size={20} aria-hidden />} onClick={onSearch} />
        <BarButton label="Me" icon={<CircleUserRound size={20} aria-hidden />} onClick={onMe} />
      </ul>
    </nav>
  );
}

const BarButton = (props: { label: string; icon: ReactNode; onClick: () => void }) => (
  <li className="flex-1">
    <button type="button" onClick={props.onClick} className={ITEM}>
      {props.icon}
      {props.label}
    </button>
  </li>
);
