/** Exports a session's evidence and records who took it, and whether secret values were in it. */
import { evidencePack } from "../guardian/queries/evidence-pack";
import { storedEvidence } from "../storage/reads/evidence";
import { isStorable } from "../storage/text";
import { container } from "./container";
import type { Viewer } from "./viewer";

/** The pack's text and the session's id, or null for a session that this tenant does not have. */
export async function exportEvidence(
  viewer: Viewer,
  key: string,
  exact: boolean,
): Promise<{ readonly text: string; readonly sessionId: string } | null> {
  if (!isStorable(key)) return null;
  const { prisma, keyring, clock } = await container();
  const stored = await storedEvidence(prisma, { tenantId: viewer.tenantId, key, exact });
  if (stored === null) return null;
  await prisma.audit.create({
    data: {
      tenantId: viewer.tenantId,
      actorKind: viewer.kind,
      actorId: viewer.id,
      action: exact ? "evidence.exported_exact" : "evidence.exported",
      subject: `session:${key}`,
      sessionKey: key,
      detail: JSON.stringify({ entries: stored.entries.length }),
    },
  });
  await keyring.refresh();
  return { text: evidencePack(keyring, stored, clock.now()), sessionId: stored.session.sessionId };
}
