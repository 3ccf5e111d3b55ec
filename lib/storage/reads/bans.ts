/** The list of bans and one of them, for the banned-components pages. */
import type { Prisma, PrismaClient } from "../../../prisma/generated/client";
import type { ComponentType } from "../../core/agbom/ban";
import type { BanItem, BanList, BanState } from "../../core/read-models/bans";
import { actorsOf, databaseNow } from "./people";

const PAGE = 50;

export interface BanFilter {
  readonly state?: BanState;
  /** Part of name, provider, endpoint, digest or reason, letter case ignored. */
  readonly text?: string;
  readonly before?: string;
}

type BanRow = Prisma.BanGetPayload<object>;

export async function banList(prisma: PrismaClient, tenantId: string, filter: BanFilter): Promise<BanList> {
  const now = await databaseNow(prisma);
  const rows = await prisma.ban.findMany({
    where: {
      AND: [
        { tenantId },
        stateCondition(filter.state, now),
        textCondition(filter.text),
        beforeCondition(filter.before),
      ],
    },
    orderBy: { id: "desc" },
    take: PAGE + 1,
  });
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    items: await items(prisma, page, now),
    counts: await countsOf(prisma, tenantId, now),
    before: rows.length > PAGE && last ? last.id : null,
    serverNow: now,
  };
}

export async function banItem(prisma: PrismaClient, tenantId: string, id: string): Promise<BanItem | null> {
  const row = await prisma.ban.findFirst({ where: { id, tenantId } });
  return row ? ((await items(prisma, [row], await databaseNow(prisma)))[0] ?? null) : null;
}

async function countsOf(prisma: PrismaClient, tenantId: string, now: number): Promise<BanList["counts"]> {
  const count = (state: BanState) => prisma.ban.count({ where: { AND: [{ tenantId }, stateCondition(state, now)] } });
  const [active, expired, revoked] = await Promise.all([count("active"), count("expired"), count("revoked")]);
  return { active, expired, revoked };
}

function stateCondition(state: BanState | undefined, now: number): Prisma.BanWhereInput {
  const at = new Date(now);
  if (state === "revoked") return { revokedAt: { not: null } };
  if (state === "expired") return { revokedAt: null, expiresAt: { lte: at } };
  return state === "active" ? { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] } : {};
}

function textCondition(text: string | undefined): Prisma.BanWhereInput {
  const wanted = text?.trim() ?? "";
  if (wanted === "") return {};
  const contains = { contains: wanted, mode: "insensitive" } as const;
  return {
    OR: [
      { name: contains },
      { provider: contains },
      { endpoint: contains },
      { digest: contains },
      { reason: contains },
    ],
  };
}

/** Ids are UUIDs of version 7: their order is that in which bans were made. */
const beforeCondition = (before: string | undefined): Prisma.BanWhereInput => (before ? { id: { lt: before } } : {});

async function items(prisma: PrismaClient, rows: readonly BanRow[], now: number): Promise<readonly BanItem[]> {
  const actors = await actorsOf(
    prisma,
    rows.map((row) => row.createdBy),
  );
  return rows.map((row) => ({
    id: row.id,
    terms: {
      type: row.type as ComponentType | null,
      name: row.name,
      versionRange: row.versionRange,
      provider: row.provider,
      endpoint: row.endpoint,
      digest: row.digest,
      reason: row.reason,
      expiresAt: row.expiresAt?.getTime() ?? null,
    },
    state: stateOf(row, now),
    createdAt: row.createdAt.getTime(),
    createdBy: row.createdBy === null ? null : actors(row.createdBy).name,
    revokedAt: row.revokedAt?.getTime() ?? null,
    revision: row.revision,
  }));
}

function stateOf(row: BanRow, now: number): BanState {
  if (row.revokedAt !== null) return "revoked";
  return row.expiresAt !== null && row.expiresAt.getTime() <= now ? "expired" : "active";
}
