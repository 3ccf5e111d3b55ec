"use client";
/** The left rail: places as icons with a tooltip each. */
import clsx from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Tooltip } from "@/components/ui/tooltip";
import { routes } from "@/lib/console/routes";
import { Logo } from "./logo";
import { isCurrent, type Place, placesFor } from "./navigation";
import { CountBadge, useOpenCount } from "./open-count";
import { useCan, useViewer } from "./viewer";

export function Rail() {
  const pathname = usePathname();
  const open = useOpenCount(useCan("approvals.read"));
  const places = placesFor(useViewer().roles);
  const settings = places.filter((place) => place.href === routes.settings());
  const main = places.filter((place) => place.href !== routes.settings());
  const item = (place: Place) => (
    <RailItem
      key={place.href}
      place={place}
      current={isCurrent(place, pathname)}
      count={place.href === routes.approvals() ? open : undefined}
    />
  );
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 flex h-dvh w-rail shrink-0 flex-col items-center border-r bg-canvas max-sm:hidden"
    >
      <Link
        href={routes.home()}
        aria-label="Guardian Console"
        className="flex h-bar w-full items-center justify-center"
      >
        <Logo />
      </Link>
      <ul className="flex flex-1 flex-col gap-1 pt-2">{main.map(item)}</ul>
      <ul className="pb-3">{settings.map(item)}</ul>
    </nav>
  );
}

function RailItem({ place, current, count }: { place: Place; current: boolean; count?: number }) {
  const name = count ? `${place.label}, ${count} waiting` : place.label;
  return (
    <li>
      <Tooltip side="right" content={`${name} (G ${place.key.toUpperCase()})`}>
        <Link
          href={place.href}
          aria-label={name}
          aria-current={current ? "page" : undefined}
          className={clsx(
            "relative flex size-10 items-center justify-center rounded transition-colors",
            current ? "bg-selected text-accent" : "text-ink-2 hover:bg-hover hover:text-ink",
          )}
        >
          {current ? (
            <span aria-hidden className="absolute top-2 bottom-2 -left-2 w-0.5 rounded-full bg-accent" />
          ) : null}
          <place.icon size={18} aria-hidden />
          {count ? <CountBadge count={count} className="absolute top-0.5 right-0" /> : null}
        </Link>
      </Tooltip>
    </li>
  );
}
