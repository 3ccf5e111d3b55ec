/** Everything around one approval: the agent's last steps, earlier decisions, votes, and other content presented. */
import type { PrismaClient } from "../../../prisma/generated/client";
import { approverGroups, EVERY_APPROVER } from "../../core/approval/eligibility";
import { storedSentence } from "../../core/read-models/act";
import type { Actor, ApprovalDetail, Presentation, SimilarDecision, VoteLine } from "../../core/read-models/approvals";
import { shownAction, shownDifferences } from "../../core/read-models/shown";
import { ITEM_SELECT, type ItemRow, type Reader, stateAt } from "./approval-item";
import { NEVER_ASKED, toItems } from "./approval-lists";
import { contextSteps } from "./context-steps";
import { escalationOf } from "./escalation";
import { actorsOf, databaseNow } from "./people";

const SIMILAR = 5;

const DETAIL_SELECT = {
  ...ITEM_SELECT,
  effectiveAction: true,
  findings: true,
  requestedDigest: true,
  bundleDigest: true,
  receipt: true,
  receiptHash: true,
  votes: { orderBy: { at: "asc" } },
} as const;

/** What the served view leaves to be added; null for an id of another tenant or none at all. */
export type ApprovalContext = Omit<ApprovalDetail, "served">;

export async function approvalContext(
  prisma: PrismaClient,
  reader: Reader,
  id: string,
): Promise<ApprovalContext | null> {
  const row = await prisma.approval.findFirst({ where: { id, tenantId: reader.tenantId }, select: DETAIL_SELECT });
  if (row === null) return null;
  const now = await databaseNow(prisma);
  const [items, steps, similar, presentations, eligible, actor, escalation, groups] = await Promise.all([
    toItems(prisma, [row], { reader, now }),
    contextSteps(prisma, row),
    similarDecisions(prisma, row, now),
    presentationsOf(prisma, row),
    eligiblePeople(prisma, reader.tenantId, row),
    actorsOf(
      prisma,
      row.votes.map((vote) => vote.personId),
    ),
    escalationOf(prisma, row),
    groupsOf(prisma, reader.tenantId),
  ]);
  const item = items[0];
  if (item === undefined) return null;
  return {
    item,
    ...escalation,
    groups,
    bundleDigest: row.bundleDigest,
    requestedDigest: row.requestedDigest,
    effectiveDigest: row.effectiveDigest,
    requestedShown: shownAction(row.requestedAction).text,
    effectiveShown: shownAction(row.effectiveAction).text,
    ...steps,
    similar,
    votes: row.votes.map((vote) => voteLine(vote, actor)),
    presentations,
    eligible,
    receipt: row.receipt,
    receiptHash: row.receiptHash,
    serverNow: now,
  };
}

/** Groups of active accounts that may decide. */
async function groupsOf(prisma: PrismaClient, tenantId: string): Promise<readonly string[]> {
  const people = await prisma.person.findMany({
    where: { tenantId, state: "active", roles: { has: "approver" } },
    select: { groups: true },
  });
  return [...new Set(people.flatMap((person) => person.groups))].sort();
}

interface VoteRow {
  readonly personId: string;
  readonly verdict: string;
  readonly reason: string | null;
  readonly at: Date;
  readonly viewDigest: string;
  readonly effectiveDigest: string;
}

const voteLine = (vote: VoteRow, actor: (id: string) => Actor): VoteLine => ({
  by: actor(vote.personId),
  verdict: vote.verdict === "approve" ? "approve" : "deny",
  reason: vote.reason,
  at: vote.at.getTime(),
  viewDigest: vote.viewDigest,
  effectiveDigest: vote.effectiveDigest,
});

/** Earlier decisions on the same tool of the same agent, newest first. */
async function similarDecisions(prisma: PrismaClient, row: ItemRow, now: number): Promise<readonly SimilarDecision[]> {
  if (row.tool === null) return [];
  const rows = await prisma.approval.findMany({
    where: {
      id: { not: row.id },
      tool: row.tool,
      method: row.method,
      session: { agent: { agentId: row.session.agent.agentId } },
      createdAt: { lte: row.createdAt },
      NOT: NEVER_ASKED,
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: SIMILAR,
    select: ITEM_SELECT,
  });
  const actor = await actorsOf(
    prisma,
    rows.map((other) => other.decidedBy),
  );
  return rows.map((other) => ({
    id: other.id,
    sentence: storedSentence(other.requestedAction, other),
    state: stateAt(other, now),
    decidedBy: other.decidedBy === null ? null : actor(other.decidedBy),
    reason: other.decisionReason,
    at: (other.decidedAt ?? other.createdAt).getTime(),
  }));
}

async function presentationsOf(
  prisma: PrismaClient,
  row: { readonly id: string; readonly effectiveAction: string },
): Promise<readonly Presentation[]> {
  const rows = await prisma.presentation.findMany({ where: { approvalId: row.id }, orderBy: { at: "asc" }, take: 200 });
  const sessions = await prisma.session.findMany({
    where: { key: { in: [...new Set(rows.map((other) => other.sessionKey))] } },
    select: { key: true, sessionId: true, agent: { select: { agentId: true } } },
  });
  const known = new Map(sessions.map((session) => [session.key, session]));
  return rows.map((other) => ({
    id: other.id,
    requestId: other.requestId,
    sessionKey: other.sessionKey,
    sessionId: known.get(other.sessionKey)?.sessionId ?? other.sessionKey,
    agentId: known.get(other.sessionKey)?.agent.agentId ?? "unknown",
    digest: other.presentedDigest,
    action: shownAction(other.presentedAction).text,
    differences: shownDifferences(row.effectiveAction, other.presentedAction),
    at: other.at.getTime(),
  }));
}

/** Active accounts with the role, in every named group; whether the asker's own side is left to the item itself. */
async function eligiblePeople(prisma: PrismaClient, tenantId: string, row: ItemRow): Promise<readonly Actor[]> {
  const groups = approverGroups(row.approvers).filter((group) => group !== EVERY_APPROVER);
  const people = await prisma.person.findMany({
    where: {
      tenantId,
      state: "active",
      roles: { has: "approver" },
      ...(groups.length > 0 ? { groups: { hasEvery: groups } } : {}),
    },
    select: { id: true, name: true, email: true, kind: true },
    orderBy: { name: "asc" },
    take: 50,
  });
  return people.map((person) => ({
    id: person.id,
    name: person.name === "" ? person.email : person.name,
    kind: person.kind === "service" ? "service" : "person",
  }));
}
