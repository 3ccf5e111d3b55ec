/** Makes a session's AgBOM into a file and records who took it, and whether secret values were in it. */
import { type AgbomFile, type AgbomFormat, agbomFile, maskedComponents } from "../core/agbom/export/formats";
import { exportSource } from "../storage/reads/agbom-export";
import { isStorable } from "../storage/text";
import { container } from "./container";
import type { Viewer } from "./viewer";

export interface AgbomRequest {
  readonly key: string;
  readonly format: AgbomFormat;
  /** With secret values. */
  readonly exact: boolean;
}

/** Null for a session that this tenant does not have, or that declared no AgBOM. */
export async function exportAgbom(viewer: Viewer, { key, format, exact }: AgbomRequest): Promise<AgbomFile | null> {
  if (!isStorable(key)) return null;
  const { prisma } = await container();
  const source = await exportSource(prisma, { tenantId: viewer.tenantId, key });
  if (source === null) return null;
  await prisma.audit.create({
    data: {
      tenantId: viewer.tenantId,
      actorKind: viewer.kind,
      actorId: viewer.id,
      action: exact ? "agbom.exported_exact" : "agbom.exported",
      subject: `session:${key}`,
      sessionKey: key,
      detail: JSON.stringify({ format, components: source.components.length, agbom_hash: source.hash }),
    },
  });
  return agbomFile(exact ? source : { ...source, components: maskedComponents(source.components) }, format);
}
