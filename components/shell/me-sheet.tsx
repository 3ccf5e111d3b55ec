"use client";
/** On a phone: the places that do not fit the bar, the account and the way out. */
import { CircleUserRound, LogOut } from "lucide-react";
import Link from "next/link";
import { Sheet } from "@/components/ui/sheet";
import { routes } from "@/lib/console/routes";
import { leave } from "./leave";
import { placesFor } from "./navigation";
import { ThemePicker } from "./theme";
import { useViewer } from "./viewer";

const ROW = "flex h-12 w-full items-center gap-3 px-4 text-13 hover:bg-hover";

export function MeSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const viewer = useViewer();
  const close = () => onOpenChange(false);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={viewer.name}>
      <div className="border-b px-4 py-3">
        <p className="truncate text-13 text-ink-2">{viewer.email}</p>
        <p className="text-12 text-ink-3">{viewer.roles.join(", ") || "no role"}</p>
      </div>
      <ul className="border-b py-1">
        {placesFor(viewer.roles)
          .filter((place) => !place.onPhone)
          .map((place) => (
            <li key={place.href}>
              <Link href={place.href} onClick={close} className={ROW}>
                <place.icon size={18} aria-hidden className="text-ink-2" />
                {place.label}
              </Link>
            </li>
          ))}
        <li>
          <Link href={routes.account()} onClick={close} className={ROW}>
            <CircleUserRound size={18} aria-hidden className="text-ink-2" />
            My account
          </Link>
        </li>
      </ul>
      <div className="px-4 py-4">
        <ThemePicker />
      </div>
      <button type="button" onClick={leave} className={`${ROW} border-t pb-[env(safe-area-inset-bottom)]`}>
        <LogOut size={18} aria-hidden className="text-ink-2" />
        Sign out
      </button>
    </Sheet>
  );
}
