/** What the intent and provenance view of a session reads. */
import type { Lineage, SessionStory } from "../core/read-models/session-story";
import { lineageOf } from "../storage/reads/lineage";
import { sessionStory } from "../storage/reads/session-story";
import { isStorable } from "../storage/text";
import { container } from "./container";
import type { Viewer } from "./viewer";

export async function readStory(viewer: Viewer, key: string): Promise<SessionStory | null> {
  if (!isStorable(key)) return null;
  const { prisma } = await container();
  return sessionStory(prisma, { tenantId: viewer.tenantId, key });
}

/** `ids` are provenance ids as the agent gave them; what cannot be stored is not there. */
export async function readLineage(viewer: Viewer, key: string, ids: readonly string[]): Promise<Lineage | null> {
  if (!isStorable(key)) return null;
  const { prisma } = await container();
  const own = await prisma.session.findFirst({ where: { key, tenantId: viewer.tenantId }, select: { key: true } });
  return own === null ? null : lineageOf(prisma, key, ids.filter(isStorable));
}
