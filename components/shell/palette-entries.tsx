/** What the palette offers for a text: places and actions that match, then what the server found. */
import {
  Bot,
  CircleUserRound,
  Inbox,
  Keyboard,
  ListTree,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Sun,
} from "lucide-react";
import type { ReactNode } from "react";
import { VisibleText } from "@/components/domain/visible-text";
import { routes } from "@/lib/console/routes";
import type { Theme } from "@/lib/console/theme";
import type { SearchHit } from "@/lib/core/read-models/search";
import { leave } from "./leave";
import { placesFor } from "./navigation";

export interface PaletteEntry {
  readonly id: string;
  readonly title: ReactNode;
  readonly detail: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

interface PaletteInput {
  readonly text: string;
  readonly roles: readonly string[];
  readonly hits: readonly SearchHit[];
  readonly go: (href: string) => void;
  readonly setTheme: (theme: Theme) => void;
  readonly onHelp: () => void;
}

const HITS: { readonly [kind in SearchHit["kind"]]: { icon: LucideIcon; href: (id: string) => string } } = {
  approval: { icon: Inbox, href: routes.approval },
  session: { icon: ListTree, href: (id) => routes.session(id) },
  agent: { icon: Bot, href: routes.agent },
  person: { icon: CircleUserRound, href: routes.person },
};

export function entriesFor(input: PaletteInput): readonly PaletteEntry[] {
  const matches = (words: string) => words.toLowerCase().includes(input.text.toLowerCase());
  const own = [...placeEntries(input), ...actionEntries(input)].filter((entry) => matches(entry.words));
  const found = input.hits.map((hit) => ({
    id: `${hit.kind}:${hit.id}`,
    title: <VisibleText text={hit.title} />,
    detail: hit.detail,
    icon: HITS[hit.kind].icon,
    run: () => input.go(HITS[hit.kind].href(hit.id)),
  }));
  return [...own, ...found];
}

type OwnEntry = PaletteEntry & { readonly words: string };

const own = (words: string, rest: Omit<OwnEntry, "words" | "title" | "id">): OwnEntry => ({
  ...rest,
  words,
  title: words,
  id: words,
});

const placeEntries = ({ roles, go }: PaletteInput): readonly OwnEntry[] =>
  placesFor(roles).map((place) =>
    own(place.label, { detail: `G ${place.key.toUpperCase()}`, icon: place.icon, run: () => go(place.href) }),
  );

const actionEntries = ({ setTheme, onHelp, go }: PaletteInput): readonly OwnEntry[] => [
  own("My account", { detail: "", icon: CircleUserRound, run: () => go(routes.account()) }),
  own("Appearance: light", { detail: "", icon: Sun, run: () => setTheme("light") }),
  own("Appearance: dark", { detail: "", icon: Moon, run: () => setTheme("dark") }),
  own("Appearance: as the system", { detail: "", icon: Monitor, run: () => setTheme("system") }),
  own("Keyboard shortcuts", { detail: "?", icon: Keyboard, run: onHelp }),
  own("Sign out", { detail: "", icon: LogOut, run: leave }),
];
