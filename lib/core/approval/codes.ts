/** Reason codes that approvals cause, with the sentence each one is answered with. */

/** Reason codes of decisions that an approval is the cause of. */
export type ApprovalCode =
  | "approval_rejected"
  | "approval_expired"
  | "approval_consumed"
  | "approval_cancelled"
  | "approval_superseded"
  | "approval_void"
  | "approval_digest_mismatch"
  | "approval_backlog"
  | "approver_unavailable"
  | "deferral_expired"
  | "deferral_bound_exceeded";

/** The sentence that goes with a code, for `reasoning`; names no person and no value. */
export const APPROVAL_CODE_TEXT: Readonly<Record<ApprovalCode, string>> = {
  approval_rejected: "A reviewer rejected this action; it stays rejected for the rest of the session.",
  approval_expired: "Nobody decided on this action in time.",
  approval_consumed: "The approval for this action was already used, and its result has not been reported.",
  approval_cancelled: "The request for approval was withdrawn.",
  approval_superseded: "A newer request for approval replaced this one.",
  approval_void: "The approval no longer covers what policy asks for.",
  approval_digest_mismatch: "This action is not the one that the named approval covers.",
  approval_backlog: "Too many actions of this agent are waiting for a decision.",
  approver_unavailable: "Nobody can decide on this action.",
  deferral_expired: "This action was deferred and was not resolved in time.",
  deferral_bound_exceeded: "This session has used up its deferrals.",
};
