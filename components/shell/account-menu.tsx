"use client";
/** The person's own menu: who is signed in, appearance, account, way out. */
import { CircleUserRound, Keyboard, LogOut } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { routes } from "@/lib/console/routes";
import { useFrame } from "./frame";
import { leave } from "./leave";
import { ThemePicker } from "./theme";
import { useViewer } from "./viewer";

export function AccountMenu({ trigger }: { trigger: ReactNode }) {
  const viewer = useViewer();
  const { openHelp } = useFrame();
  return (
    <Menu trigger={trigger}>
      <div className="max-w-[280px] px-2 py-1.5">
        <p className="truncate text-13 font-medium">{viewer.name}</p>
        <p className="truncate text-12 text-ink-3">{viewer.email}</p>
        <p className="mt-1 text-12 text-ink-2">{viewer.roles.join(", ") || "no role"}</p>
      </div>
      <MenuSeparator />
      <div className="px-1 py-1">
        <ThemePicker />
      </div>
      <MenuSeparator />
      <MenuItem asChild>
        <Link href={routes.account()}>
          <CircleUserRound size={16} aria-hidden />
          My account
        </Link>
      </MenuItem>
      <MenuItem icon={<Keyboard size={16} aria-hidden />} onSelect={openHelp}>
        Keyboard
      </MenuItem>
      <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={leave}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
