/** What the AgBOM page of a session reads. Files are made by lib/server/agbom-export.ts. */
import type { SessionAgbom } from "../core/read-models/agbom";
import { sessionAgbom } from "../storage/reads/agbom";
import { databaseNow } from "../storage/reads/people";
import { isStorable } from "../storage/text";
import { container } from "./container";
import type { Viewer } from "./viewer";

/** Null for a session that the viewer's tenant does not have. */
export async function readAgbom(viewer: Viewer, key: string): Promise<SessionAgbom | null> {
  if (!isStorable(key)) return null;
  const { prisma, deps } = await container();
  const [policy, now] = await Promise.all([deps.store.policy(viewer.tenantId), databaseNow(prisma)]);
  return sessionAgbom(prisma, { tenantId: viewer.tenantId, key, bans: policy?.bans ?? [], now });
}
