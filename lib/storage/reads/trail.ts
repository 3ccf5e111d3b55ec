/** The audit trail and the refused messages, newest first, a page at a time. */
import type { PrismaClient } from "../../../prisma/generated/client";
import type { AuditItem, RefusalItem, TrailPage } from "../../core/read-models/admin";
import { actorsOf } from "./people";

const PAGE = 100;

export interface TrailQuery {
  readonly prisma: PrismaClient;
  readonly tenantId: string;
  /** Id of the last row of the page before, digits. */
  readonly before: string | null;
}

export interface AuditFilter {
  /** The beginning of an action's name: `agent_key.` or `approval.rejected`. */
  readonly action?: string;
  readonly actorId?: string;
  readonly subject?: string;
}

const cursor = (before: string | null) =>
  before !== null && /^\d{1,18}$/.test(before) ? { id: { lt: BigInt(before) } } : {};

export async function auditTrail(query: TrailQuery, filter: AuditFilter): Promise<TrailPage<AuditItem>> {
  const rows = await query.prisma.audit.findMany({
    where: {
      tenantId: query.tenantId,
      ...cursor(query.before),
      ...(filter.action ? { action: { startsWith: filter.action } } : {}),
      ...(filter.actorId ? { actorId: filter.actorId } : {}),
      ...(filter.subject ? { subject: filter.subject } : {}),
    },
    orderBy: { id: "desc" },
    take: PAGE + 1,
  });
  const shown = rows.slice(0, PAGE);
  const isAccount = (kind: string) => kind === "person" || kind === "service";
  const nameOf = await actorsOf(
    query.prisma,
    shown.map((row) => (isAccount(row.actorKind) ? row.actorId : null)),
  );
  const subjectName = await subjectNames(
    query.prisma,
    shown.map((row) => row.subject),
  );
  const items = shown.map((row): AuditItem => {
    const kind = row.actorKind;
    return {
      id: row.id.toString(),
      at: row.at.getTime(),
      actorKind: kind === "person" || kind === "service" || kind === "agent" ? kind : "guardian",
      actorId: row.actorId,
      actorName: row.actorId !== null && isAccount(kind) ? nameOf(row.actorId).name : null,
      action: row.action,
      subject: row.subject,
      subjectName: row.subject === null ? null : (subjectName.get(row.subject) ?? null),
      sessionKey: row.sessionKey,
      detail: row.detail,
    };
  });
  return { items, before: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null };
}

/** Names of the agents and accounts among the subjects, in two queries for a page. */
async function subjectNames(
  prisma: PrismaClient,
  subjects: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: string) => [
    ...new Set(
      subjects.flatMap((subject) => (subject?.startsWith(`${kind}:`) ? [subject.slice(kind.length + 1)] : [])),
    ),
  ];
  const [agents, people] = await Promise.all([
    prisma.agent.findMany({ where: { key: { in: idsOf("agent") } }, select: { key: true, name: true } }),
    prisma.person.findMany({ where: { id: { in: idsOf("person") } }, select: { id: true, name: true } }),
  ]);
  return new Map([
    ...agents.map((row) => [`agent:${row.key}`, row.name] as const),
    ...people.map((row) => [`person:${row.id}`, row.name] as const),
  ]);
}

/** A message whose key is unknown belongs to no tenant: every tenant's analysts see those. */
export async function refusals(query: TrailQuery, reason: string | undefined): Promise<TrailPage<RefusalItem>> {
  const rows = await query.prisma.refusal.findMany({
    where: {
      OR: [{ tenantId: query.tenantId }, { tenantId: null }],
      ...cursor(query.before),
      ...(reason ? { reason } : {}),
    },
    orderBy: { id: "desc" },
    take: PAGE + 1,
  });
  const items = rows
    .slice(0, PAGE)
    .map(({ id, at, tenantId: _, ...row }) => ({ id: id.toString(), at: at.getTime(), ...row }));
  return { items, before: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null };
}

/** Reasons seen among the refusals, most frequent first. */
export async function refusalReasons(
  prisma: PrismaClient,
  tenantId: string,
): Promise<readonly { reason: string; count: number }[]> {
  const rows = await prisma.refusal.groupBy({
    by: ["reason"],
    where: { OR: [{ tenantId }, { tenantId: null }] },
    _count: { _all: true },
    orderBy: { _count: { reason: "desc" } },
    take: 20,
  });
  return rows.map((row) => ({ reason: row.reason, count: row._count._all }));
}
