/** The palette's search: a few hits of each kind, by name, id or digest, newest first. */
import type { SearchHit } from "../core/read-models/search";
import { NEVER_ASKED } from "../storage/reads/approval-lists";
import { literally } from "../storage/reads/like";
import { container } from "./container";
import { type Viewer, viewerCan } from "./viewer";

const EACH = 5;
const SHORTEST = 2;

export async function search(viewer: Viewer, raw: string): Promise<readonly SearchHit[]> {
  const text = raw.trim().slice(0, 200);
  if (text.length < SHORTEST || text.includes("\u0000")) return [];
  const groups = await Promise.all([
    viewerCan(viewer, "sessions.read") ? sessions(viewer, text) : [],
    viewerCan(viewer, "approvals.read") ? approvals(viewer, text) : [],
    viewerCan(viewer, "agents.read") ? agents(viewer, text) : [],
    viewerCan(viewer, "people.manage") ? people(viewer, text) : [],
  ]);
  return groups.flat();
}

async function sessions({ tenantId }: Viewer, text: string): Promise<SearchHit[]> {
  const { prisma } = await container();
  const rows = await prisma.session.findMany({
    where: {
      tenantId,
      OR: [
        { sessionIdLower: { startsWith: literally(text.toLowerCase()) } },
        { headHash: { startsWith: literally(text.replace(/^sha256:/, "")) } },
        { userId: { contains: literally(text), mode: "insensitive" } },
      ],
    },
    orderBy: { lastStepAt: "desc" },
    take: EACH,
    include: { agent: { select: { name: true } } },
  });
  return rows.map((row) => ({
    kind: "session",
    id: row.key,
    title: row.sessionId,
    detail: `Session of ${row.agent.name}, ${row.state}`,
  }));
}

async function approvals({ tenantId }: Viewer, text: string): Promise<SearchHit[]> {
  const { prisma } = await container();
  const rows = await prisma.approval.findMany({
    where: {
      tenantId,
      NOT: NEVER_ASKED,
      OR: [
        { id: text },
        { requestId: text.toLowerCase() },
        { requestedDigest: { startsWith: literally(text) } },
        { effectiveDigest: { startsWith: literally(text) } },
        { tool: { contains: literally(text), mode: "insensitive" } },
      ],
    },
    orderBy: { createdAt: "desc" },
    take: EACH,
  });
  return rows.map((row) => ({
    kind: "approval",
    id: row.id,
    title: row.tool ?? row.method,
    detail: `Approval, ${row.state}`,
  }));
}

async function agents({ tenantId }: Viewer, text: string): Promise<SearchHit[]> {
  const { prisma } = await container();
  const contains = { contains: literally(text), mode: "insensitive" } as const;
  const rows = await prisma.agent.findMany({
    where: { tenantId, OR: [{ name: contains }, { agentId: contains }, { keys: { some: { keyId: text } } }] },
    orderBy: { name: "asc" },
    take: EACH,
  });
  return rows.map((row) => ({ kind: "agent", id: row.key, title: row.name, detail: `Agent ${row.agentId}` }));
}

async function people({ tenantId }: Viewer, text: string): Promise<SearchHit[]> {
  const { prisma } = await container();
  const contains = { contains: literally(text), mode: "insensitive" } as const;
  const rows = await prisma.person.findMany({
    where: { tenantId, OR: [{ name: contains }, { email: contains, kind: "person" }] },
    orderBy: { name: "asc" },
    take: EACH,
  });
  return rows.map((row) => ({
    kind: "person",
    id: row.id,
    title: row.name,
    detail: row.kind === "service" ? "Service account" : row.email,
  }));
}
