/** Reason codes that approvals cause, with the sentence each one is answered with. */
import { REASON_CODES } from "../wire/reason-codes";

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

/** For `reasoning`; names no person and no value. */
export const APPROVAL_CODE_TEXT: Readonly<Record<ApprovalCode, string>> = REASON_CODES;
