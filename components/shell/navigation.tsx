/** The places of the console, in the order of the rail. */
import { Ban, Box, FileLock2, Inbox, Link2, ListTree, type LucideIcon, ScrollText, Settings } from "lucide-react";
import { routes } from "@/lib/console/routes";
import { can, type Permission } from "@/lib/core/access";

export interface Place {
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
  readonly needs: Permission;
  /** Second key after `g`. */
  readonly key: string;
  readonly onPhone?: boolean;
}

const PLACES: readonly Place[] = [
  { label: "Queue", href: routes.approvals(), icon: Inbox, needs: "approvals.read", key: "q", onPhone: true },
  { label: "Sessions", href: routes.sessions(), icon: ListTree, needs: "sessions.read", key: "s", onPhone: true },
  { label: "AgBOM", href: routes.agbom(), icon: Box, needs: "sessions.read", key: "b" },
  { label: "Chain", href: routes.chain(), icon: Link2, needs: "sessions.read", key: "c" },
  { label: "Bans", href: routes.bans(), icon: Ban, needs: "bans.read", key: "x" },
  { label: "Policies", href: routes.policies(), icon: FileLock2, needs: "policy.read", key: "p" },
  { label: "Audit", href: routes.audit(), icon: ScrollText, needs: "audit.read", key: "a" },
  { label: "Settings", href: routes.settings(), icon: Settings, needs: "account.manage", key: "," },
];

export const placesFor = (roles: readonly string[]): readonly Place[] =>
  PLACES.filter((place) => can(roles, place.needs));

export const isCurrent = (place: Place, pathname: string): boolean =>
  pathname === place.href || pathname.startsWith(`${place.href}/`);
