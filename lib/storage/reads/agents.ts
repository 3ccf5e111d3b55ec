/** Agents and their keys, for the admin pages. */
import { createHash } from "node:crypto";
import type { Prisma, PrismaClient } from "../../../prisma/generated/client";
import type { AgentDetail, AgentItem, AgentKeyItem } from "../../core/read-models/admin";
import { isSignatureAlgorithm } from "../../core/signing/algorithms";
import { actorsOf } from "./people";

const withKeys = { keys: { orderBy: { createdAt: "desc" } } } satisfies Prisma.AgentInclude;
type AgentRow = Prisma.AgentGetPayload<{ include: typeof withKeys }>;

const OPEN = ["prepared", "pending", "approved"];

interface Counts {
  readonly sessions: ReadonlyMap<string, number>;
  readonly approvals: ReadonlyMap<string, number>;
  readonly lastSteps: ReadonlyMap<string, number>;
}

export async function listAgents(prisma: PrismaClient, tenantId: string): Promise<readonly AgentItem[]> {
  const rows = await prisma.agent.findMany({
    where: { tenantId },
    include: withKeys,
    orderBy: [{ name: "asc" }, { key: "asc" }],
  });
  return items(prisma, rows);
}

export async function agentDetail(prisma: PrismaClient, tenantId: string, key: string): Promise<AgentDetail | null> {
  const row = await prisma.agent.findFirst({ where: { tenantId, key }, include: withKeys });
  if (!row) return null;
  const [item] = await items(prisma, [row]);
  if (!item) return null;
  const { name, ownerId, canAsk, canModify, requiredMethods, timeoutMs, skewMs, idleLimitS, pendingCap, holdCap } = row;
  return {
    item,
    createdAt: row.createdAt.getTime(),
    revision: row.revision,
    settings: {
      ...{ name, ownerId, canAsk, canModify, requiredMethods, timeoutMs, skewMs, idleLimitS, pendingCap, holdCap },
      askSubstitute: row.askSubstitute === "deny" || row.askSubstitute === "defer" ? row.askSubstitute : "hold",
      onDecisionFailure: row.onDecisionFailure === "proceed" ? "proceed" : "deny",
      allowedAlgorithms: row.allowedAlgorithms.filter(isSignatureAlgorithm),
    },
    keys: await keyItems(prisma, row),
  };
}

async function items(prisma: PrismaClient, rows: readonly AgentRow[]): Promise<readonly AgentItem[]> {
  const counts = await countsOf(
    prisma,
    rows.map((row) => row.key),
  );
  const ownerOf = await actorsOf(
    prisma,
    rows.map((row) => row.ownerId),
  );
  return rows.map((row) => ({
    key: row.key,
    agentId: row.agentId,
    name: row.name,
    owner: row.ownerId === null ? null : ownerOf(row.ownerId).name,
    activeKeys: row.keys.filter((key) => key.state === "active").length,
    openSessions: counts.sessions.get(row.key) ?? 0,
    openApprovals: counts.approvals.get(row.key) ?? 0,
    lastStepAt: counts.lastSteps.get(row.key) ?? null,
    disabled: row.disabledAt !== null,
  }));
}

async function countsOf(prisma: PrismaClient, keys: readonly string[]): Promise<Counts> {
  const ofAgents = { agentKey: { in: [...keys] } };
  const [sessions, approvals, lastSteps] = await Promise.all([
    prisma.session.groupBy({ by: ["agentKey"], where: { ...ofAgents, state: "open" }, _count: { _all: true } }),
    prisma.approval.groupBy({ by: ["agentKey"], where: { ...ofAgents, state: { in: OPEN } }, _count: { _all: true } }),
    prisma.session.groupBy({ by: ["agentKey"], where: ofAgents, _max: { lastStepAt: true } }),
  ]);
  return {
    sessions: new Map(sessions.map((row) => [row.agentKey, row._count._all])),
    approvals: new Map(approvals.map((row) => [row.agentKey, row._count._all])),
    lastSteps: new Map(
      lastSteps.flatMap((row) => (row._max.lastStepAt ? [[row.agentKey, row._max.lastStepAt.getTime()]] : [])),
    ),
  };
}

const fingerprint = (publicKey: string): string =>
  `sha256:${createHash("sha256").update(publicKey, "base64").digest("hex")}`;

async function keyItems(prisma: PrismaClient, agent: AgentRow): Promise<readonly AgentKeyItem[]> {
  const sessions = await prisma.session.findMany({
    where: { agentKey: agent.key, state: "open" },
    select: { keyId: true, _count: { select: { approvals: { where: { state: { in: OPEN } } } } } },
  });
  return agent.keys.map((key) => {
    const own = sessions.filter((session) => session.keyId === key.keyId);
    return {
      keyId: key.keyId,
      algorithm: key.algorithm,
      fingerprint: key.publicKey === null ? null : fingerprint(key.publicKey),
      state: key.state === "active" || key.state === "retired" ? key.state : "revoked",
      createdAt: key.createdAt.getTime(),
      endedAt: key.endedAt?.getTime() ?? null,
      overlapUntil: key.overlapUntil?.getTime() ?? null,
      openSessions: own.length,
      openApprovals: own.reduce((sum, session) => sum + session._count.approvals, 0),
    };
  });
}
