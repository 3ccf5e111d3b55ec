/** Ends of approvals that no person decides: expiry, withdrawal with the session, supersession. One entry for each. */
import { END_STATE_REASON } from "../../core/approval/life-cycle";
import type { Draft, GuardianEntry } from "../draft";
import type { ApprovalMove, ApprovalRow, AuditWrite, EventWrite } from "../ports";

export type EndState = "expired" | "cancelled" | "superseded" | "void";

export interface EndedItem {
  readonly move: ApprovalMove;
  readonly entry: GuardianEntry;
  readonly audit: AuditWrite;
  readonly events: readonly EventWrite[];
}

/** The columns that an end needs. */
export type EndingRow = Pick<ApprovalRow, "id" | "sessionKey" | "requestId" | "state" | "revision" | "decidedAt">;

export function endItem(row: EndingRow, to: EndState, why: string): EndedItem {
  const expiry = row.state === "approved" ? ("after_use_by" as const) : ("after_expiry" as const);
  return {
    move: {
      id: row.id,
      from: [row.state],
      to,
      revision: row.revision,
      when: to === "expired" ? expiry : "none",
      stamp: row.decidedAt === null ? ["decidedAt"] : [],
      set: row.decidedAt === null ? { decisionReason: why } : {},
    },
    entry: {
      stepType: "guardian/approval_resolution",
      stepId: row.requestId,
      decision: "deny",
      reason: why,
      approvalId: row.id,
      content: { outcome: to, reason_code: END_STATE_REASON[to] },
    },
    audit: {
      actorKind: "guardian",
      action: `approval.${to}`,
      subject: `approval:${row.id}`,
      sessionKey: row.sessionKey,
      detail: { why },
    },
    events: approvalEvents(row.id),
  };
}

export const approvalEvents = (id: string): readonly EventWrite[] => [
  { topic: "approvals", ref: id },
  { topic: `approval:${id}`, ref: id },
];

/** Items that can still take effect: undecided, or approved and unused. */
export const isLive = (row: ApprovalRow): boolean =>
  row.state === "prepared" || row.state === "pending" || row.state === "approved";

export interface Ending {
  readonly to: EndState;
  readonly why: string;
}

/** The draft with the ends of these items before its own entry. */
export function withEnded(draft: Draft, rows: readonly EndingRow[], { to, why }: Ending): Draft {
  const ended = rows.map((row) => endItem(row, to, why));
  return {
    ...draft,
    earlier: [...ended.map((item) => item.entry), ...draft.earlier],
    moves: [...ended.map((item) => item.move), ...draft.moves],
    audits: [...ended.map((item) => item.audit), ...draft.audits],
    events: [...ended.flatMap((item) => item.events), ...draft.events],
  };
}
