/** From an approval row to one line of the queue. */
import type { Prisma } from "../../../prisma/generated/client";
import { approverGroups, INELIGIBLE_TEXT, mayDecide } from "../../core/approval/eligibility";
import type { Risk } from "../../core/policy/types";
import type { Actor, ApprovalItem, ApprovalStateName } from "../../core/read-models/approvals";

/** Everything but the texts that may be large (findings, receipt, the effective action). */
export const ITEM_SELECT = {
  id: true,
  kind: true,
  state: true,
  revision: true,
  requestId: true,
  method: true,
  tool: true,
  requestedAction: true,
  risk: true,
  approvers: true,
  votesRequired: true,
  createdAt: true,
  expiresAt: true,
  useBy: true,
  decidedAt: true,
  decidedBy: true,
  decisionReason: true,
  consumedAt: true,
  consumedRequestId: true,
  resultAt: true,
  attempt: true,
  retries: true,
  sessionKey: true,
  session: {
    select: {
      sessionId: true,
      state: true,
      closeReason: true,
      userId: true,
      agent: { select: { agentId: true, name: true, ownerId: true } },
    },
  },
  votes: { select: { personId: true, verdict: true, effectiveDigest: true } },
  effectiveDigest: true,
} satisfies Prisma.ApprovalSelect;

export type ItemRow = Prisma.ApprovalGetPayload<{ select: typeof ITEM_SELECT }>;

/** The reader, as the person row says now. */
export interface Reader {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly state: "invited" | "active" | "disabled";
}

export interface ItemContext {
  readonly now: number;
  readonly reader: Reader;
  readonly actor: (id: string) => Actor;
  readonly sentence: string;
  readonly mismatches: number;
}

export function toItem(row: ItemRow, context: ItemContext): ApprovalItem {
  const { session } = row;
  return {
    id: row.id,
    kind: row.kind === "defer" ? "defer" : "ask",
    state: stateAt(row, context.now),
    revision: row.revision,
    method: row.method,
    tool: row.tool,
    sentence: context.sentence,
    risk: riskOf(row.risk),
    agentId: session.agent.agentId,
    agentName: session.agent.name,
    sessionKey: row.sessionKey,
    sessionId: session.sessionId,
    sessionState: session.state,
    sessionCloseReason: session.closeReason,
    requestId: row.requestId,
    approvers: row.approvers,
    votes: row.votes.filter((vote) => vote.verdict === "approve" && vote.effectiveDigest === row.effectiveDigest)
      .length,
    votesRequired: row.votesRequired,
    ...times(row),
    decidedBy: row.decidedBy === null ? null : context.actor(row.decidedBy),
    decisionReason: row.decisionReason,
    consumedRequestId: row.consumedRequestId,
    retries: row.retries,
    attempt: row.attempt,
    mismatches: context.mismatches,
    whyNot: whyNot(row, context.reader),
  };
}

const ms = (at: Date | null): number | null => at?.getTime() ?? null;

const times = (row: ItemRow) => ({
  createdAt: row.createdAt.getTime(),
  expiresAt: row.expiresAt.getTime(),
  useBy: ms(row.useBy),
  decidedAt: ms(row.decidedAt),
  consumedAt: ms(row.consumedAt),
  resultAt: ms(row.resultAt),
});

/** One comparison everywhere (`now >= limit`): a row that nobody has tidied up yet is still over. */
export function stateAt(row: { state: string; expiresAt: Date; useBy: Date | null }, now: number): ApprovalStateName {
  const state = row.state as ApprovalStateName;
  if ((state === "pending" || state === "prepared") && now >= row.expiresAt.getTime()) return "expired";
  if (state === "approved" && row.useBy !== null && now >= row.useBy.getTime()) return "expired";
  return state;
}

const riskOf = (text: string): Risk => (text === "low" || text === "medium" || text === "critical" ? text : "high");

/** Null when the reader may decide; the sentence otherwise. */
function whyNot(row: ItemRow, reader: Reader): string | null {
  const verdict = mayDecide({
    person: reader,
    approval: { approvers: row.approvers },
    session: { userId: row.session.userId, ownerId: row.session.agent.ownerId },
  });
  if (!verdict.ok) {
    const group = approverGroups(row.approvers).join(" and ");
    return verdict.failure.reason === "not_in_group"
      ? `Only the group ${group} decides this.`
      : INELIGIBLE_TEXT[verdict.failure.reason];
  }
  return row.votes.some((vote) => vote.personId === reader.id)
    ? "You have already voted. Another person has to."
    : null;
}
