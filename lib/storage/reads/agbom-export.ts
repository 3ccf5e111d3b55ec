/** The AgBOM that a session declares now, for its files. */
import type { PrismaClient } from "../../../prisma/generated/client";
import { agbomHash } from "../../core/agbom/document";
import type { ExportSource } from "../../core/agbom/export/source";
import { parsed } from "../knowledge-components";

/** Null for a session that this tenant does not have, or that declared no AgBOM. Components in the order of ids. */
export async function exportSource(
  prisma: PrismaClient,
  { tenantId, key }: { readonly tenantId: string; readonly key: string },
): Promise<ExportSource | null> {
  const [session, last, rows] = await prisma.$transaction(
    [
      prisma.session.findFirst({
        where: { key, tenantId },
        select: { sessionId: true, platform: true, agent: { select: { agentId: true, name: true } } },
      }),
      prisma.agbomChange.findFirst({ where: { sessionKey: key }, orderBy: { seq: "desc" }, select: { at: true } }),
      prisma.agbomComponent.findMany({ where: { sessionKey: key, removedSeq: null }, select: { content: true } }),
    ],
    { isolationLevel: "RepeatableRead" },
  );
  if (session === null || last === null) return null;
  const components = rows.map((row) => parsed(row.content)).sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    agentId: session.agent.agentId,
    agentName: session.agent.name,
    sessionId: session.sessionId,
    generatedAt: last.at.toISOString(),
    hash: agbomHash(new Map(components.map((component) => [component.id, component]))),
    components,
    framework: session.platform,
  };
}
