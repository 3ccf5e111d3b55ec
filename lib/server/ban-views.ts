/** What the banned-components pages read. Changes, previews and exports go through lib/guardian/commands/bans.ts. */
import type { BanItem, BanList } from "../core/read-models/bans";
import { type BanFilter, banItem, banList } from "../storage/reads/bans";
import { isStorable } from "../storage/text";
import { container } from "./container";
import type { Viewer } from "./viewer";

const STATES = ["active", "expired", "revoked"] as const;

/** From a query string (`state`, `q`, `before`); what is not understood is left out. */
export function banFilter(query: URLSearchParams): BanFilter {
  const text = query.get("q") ?? "";
  const before = query.get("before") ?? "";
  return {
    state: STATES.find((state) => state === query.get("state")),
    text: isStorable(text) ? text.slice(0, 200) : "",
    before: isStorable(before) ? before : undefined,
  };
}

export async function readBans(viewer: Viewer, filter: BanFilter): Promise<BanList> {
  const { prisma } = await container();
  return banList(prisma, viewer.tenantId, filter);
}

export async function readBan(viewer: Viewer, id: string): Promise<BanItem | null> {
  if (!isStorable(id)) return null;
  const { prisma } = await container();
  return banItem(prisma, viewer.tenantId, id);
}
