"use client";
/** The person's own menu: who is signed in, appearance, account, way out. */
import { CircleUserRound, Keyboard, LogOut } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { routes } from "@/lib/console/routes";
import { useFrame } from "./frame";
import { leave } from "./leave";
import { ThemeChoice } from "./theme";
import { useViewer } from "./viewer";

export function AccountMenu({ trigger }: { trigger: ReactNode }) {
  const viewer = useViewer();
  const { openHelp } = useFrame();
  return (
    <Menu trigger={trigger}>
      <MenuLabel>
        <span className="block max-w-[260px] truncate text-13 font-medium text-ink">{viewer.name}</span>
        <span className="block max-w-[260px] truncate">{viewer.email}</span>
        <span className="mt-1 block text-ink-2">{viewer.roles.join(", ") || "no role"}</span>
      </MenuLabel>
      <MenuSeparator />
      <ThemeChoice />
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
