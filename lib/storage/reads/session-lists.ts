/** The list of sessions with filters and keyset paging, and the header of one. */
import type { Prisma, PrismaClient } from "../../../prisma/generated/client";
import type { SessionHeader, SessionItem, SessionPage } from "../../core/read-models/sessions";
import { literally } from "./like";
import { databaseNow } from "./people";

const PAGE = 50;

export interface SessionFilter {
  /** Agent id or name, session id, or user; part of any, letter case ignored. */
  readonly text?: string;
  /** open or closed */
  readonly state?: string;
  /** Sessions with a denied step, an approval still open, or other content presented. */
  readonly attention?: "denied" | "waiting" | "mismatch";
  readonly before?: string;
}

const SELECT = {
  key: true,
  tenantId: true,
  sessionId: true,
  agentKey: true,
  keyId: true,
  state: true,
  closeReason: true,
  terms: true,
  headSeq: true,
  headHash: true,
  userId: true,
  platform: true,
  openedAt: true,
  lastStepAt: true,
  closedAt: true,
  agent: { select: { agentId: true, name: true } },
} satisfies Prisma.SessionSelect;

type SessionRow = Prisma.SessionGetPayload<{ select: typeof SELECT }>;

export async function sessionList(prisma: PrismaClient, tenantId: string, filter: SessionFilter): Promise<SessionPage> {
  const now = await databaseNow(prisma);
  const cursor = parseCursor(filter.before);
  const conditions: Prisma.SessionWhereInput[] = [{ tenantId }, ...textCondition(filter.text)];
  if (filter.state === "open" || filter.state === "closed") conditions.push({ state: filter.state });
  if (filter.attention !== undefined)
    conditions.push(await attentionCondition(prisma, { tenantId, now }, filter.attention));
  if (cursor !== null) {
    conditions.push({ OR: [{ lastStepAt: { lt: cursor.at } }, { lastStepAt: cursor.at, key: { lt: cursor.key } }] });
  }
  const orderBy: Prisma.SessionOrderByWithRelationInput[] = [{ lastStepAt: "desc" }, { key: "desc" }];
  const rows = await prisma.session.findMany({ where: { AND: conditions }, select: SELECT, orderBy, take: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    items: await toItems(prisma, page, now),
    next: rows.length > PAGE && last ? `${last.lastStepAt.toISOString()}_${last.key}` : null,
    serverNow: now,
  };
}

function textCondition(text: string | undefined): Prisma.SessionWhereInput[] {
  const wanted = text?.trim() ?? "";
  if (wanted === "") return [];
  if (wanted.includes("\u0000")) return [{ key: "" }];
  const contains = { contains: literally(wanted), mode: "insensitive" } as const;
  const agent = { OR: [{ agentId: contains }, { name: contains }] };
  return [{ OR: [{ sessionId: contains }, { userId: contains }, { platform: contains }, { agent }] }];
}

/** An overdue item is over, whether anyone has recorded it or not. */
const stillOpen = (now: number) => ({ state: "pending", expiresAt: { gt: new Date(now) } });

async function attentionCondition(
  prisma: PrismaClient,
  { tenantId, now }: { readonly tenantId: string; readonly now: number },
  kind: "denied" | "waiting" | "mismatch",
): Promise<Prisma.SessionWhereInput> {
  if (kind === "denied") return { entries: { some: { decision: "deny", stepType: { startsWith: "steps/" } } } };
  if (kind === "waiting") return { approvals: { some: stillOpen(now) } };
  const rows = await prisma.presentation.findMany({
    where: { tenantId },
    distinct: ["sessionKey"],
    select: { sessionKey: true },
  });
  return { key: { in: rows.map((row) => row.sessionKey) } };
}

function parseCursor(text: string | undefined): { readonly at: Date; readonly key: string } | null {
  if (text === undefined || text === "") return null;
  const cut = text.indexOf("_");
  const at = new Date(text.slice(0, cut));
  return cut === -1 || Number.isNaN(at.getTime()) ? null : { at, key: text.slice(cut + 1) };
}

export async function sessionHeader(
  prisma: PrismaClient,
  tenantId: string,
  key: string,
): Promise<SessionHeader | null> {
  const row = await prisma.session.findFirst({ where: { key, tenantId }, select: SELECT });
  if (row === null) return null;
  const serverNow = await databaseNow(prisma);
  const [items, agentKey] = await Promise.all([
    toItems(prisma, [row], serverNow),
    prisma.agentKey.findUnique({ where: { keyId: row.keyId }, select: { state: true } }),
  ]);
  const item = items[0];
  return item === undefined
    ? null
    : { ...item, keyId: row.keyId, keyState: agentKey?.state ?? "unknown", terms: row.terms, serverNow };
}

async function toItems(
  prisma: PrismaClient,
  rows: readonly SessionRow[],
  now: number,
): Promise<readonly SessionItem[]> {
  const keys = rows.map((row) => row.key);
  const within = { sessionKey: { in: keys } };
  const [decisions, waiting, mismatches] = await Promise.all([
    prisma.entry.groupBy({ by: ["sessionKey", "decision"], where: within, _count: { _all: true } }),
    prisma.approval.groupBy({ by: ["sessionKey"], where: { ...within, ...stillOpen(now) }, _count: { _all: true } }),
    prisma.presentation.groupBy({ by: ["sessionKey"], where: within, _count: { _all: true } }),
  ]);
  const countOf = (groups: readonly { sessionKey: string; _count: { _all: number } }[], key: string): number =>
    groups.find((group) => group.sessionKey === key)?._count._all ?? 0;
  return rows.map((row) => ({
    ...plain(row),
    counts: Object.fromEntries(
      decisions
        .filter((group) => group.sessionKey === row.key)
        .map((group) => [group.decision ?? "none", group._count._all]),
    ),
    openApprovals: countOf(waiting, row.key),
    mismatches: countOf(mismatches, row.key),
  }));
}

const plain = (row: SessionRow) => ({
  key: row.key,
  sessionId: row.sessionId,
  agentKey: row.agentKey,
  agentId: row.agent.agentId,
  agentName: row.agent.name,
  userId: row.userId,
  platform: row.platform,
  state: row.state,
  closeReason: row.closeReason,
  openedAt: row.openedAt.getTime(),
  lastStepAt: row.lastStepAt.getTime(),
  closedAt: row.closedAt?.getTime() ?? null,
  headSeq: row.headSeq,
  headHash: row.headHash,
});
