/** People, service accounts and their sign-ins, for the admin pages. */
import type { Prisma, PrismaClient } from "../../../prisma/generated/client";
import type { PersonItem, SignInItem } from "../../core/read-models/admin";

const withLast = { signIns: { orderBy: { createdAt: "desc" }, take: 1 } } satisfies Prisma.PersonInclude;
type PersonRow = Prisma.PersonGetPayload<{ include: typeof withLast }>;

interface Reading {
  readonly prisma: PrismaClient;
  readonly tenantId: string;
  /** ms since the epoch */
  readonly now: number;
}

export async function listPeople({ prisma, tenantId, now }: Reading): Promise<readonly PersonItem[]> {
  const rows = await prisma.person.findMany({
    where: { tenantId },
    include: withLast,
    orderBy: [{ kind: "asc" }, { name: "asc" }, { id: "asc" }],
  });
  const links = await linksOf({ prisma, tenantId, now });
  return rows.map((row) => itemOf(row, links));
}

export async function personItem(reading: Reading, id: string): Promise<PersonItem | null> {
  const { prisma, tenantId } = reading;
  const row = await prisma.person.findFirst({ where: { tenantId, id }, include: withLast });
  return row ? itemOf(row, await linksOf(reading)) : null;
}

/** Live sign-ins of one person, newest first. */
export async function liveSignIns({ prisma, now }: Reading, personId: string): Promise<readonly SignInItem[]> {
  const rows = await prisma.signIn.findMany({
    where: { personId, endedAt: null, expiresAt: { gt: new Date(now) } },
    orderBy: { createdAt: "desc" },
  });
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    userAgent: row.userAgent,
  }));
}

/** Every group that somebody is in, for the forms. */
export async function knownGroups({ prisma, tenantId }: Reading): Promise<readonly string[]> {
  const rows = await prisma.person.findMany({ where: { tenantId }, select: { groups: true } });
  return [...new Set(rows.flatMap((row) => row.groups))].sort();
}

async function linksOf({ prisma, tenantId, now }: Reading): Promise<ReadonlyMap<string, number>> {
  const rows = await prisma.invite.findMany({
    where: { tenantId, kind: "invite", usedAt: null, expiresAt: { gt: new Date(now) } },
    select: { personId: true, expiresAt: true },
  });
  return new Map(rows.flatMap((row) => (row.personId ? [[row.personId, row.expiresAt.getTime()]] : [])));
}

function itemOf(row: PersonRow, links: ReadonlyMap<string, number>): PersonItem {
  const isService = row.kind === "service";
  return {
    id: row.id,
    kind: isService ? "service" : "person",
    name: row.name,
    email: isService ? "" : row.email,
    roles: row.roles,
    groups: row.groups,
    state: row.state === "active" || row.state === "disabled" ? row.state : "invited",
    revision: row.revision,
    createdAt: row.createdAt.getTime(),
    lastSignInAt: row.signIns[0]?.createdAt.getTime() ?? null,
    invitedUntil: links.get(row.id) ?? null,
  };
}
