/** A decision before it is sealed: what the answer says, and every row that must be written with it or not at all. */
import type { JsonObject } from "../core/json/value";
import type { Disposition } from "../core/policy/types";
import type { ApprovalMove, AuditWrite, EventWrite, NewApproval, NewPresentation, StepPlan } from "./ports";

export interface Draft {
  readonly decision: Disposition;
  /** Members of the result besides type, acs_version, request_id, decision, metadata, chain_hash and signature. */
  readonly body: JsonObject;
  /** Contents of entries that the Guardian appends before the step's own, such as an expiry that it observed. */
  readonly earlier: readonly GuardianEntry[];
  readonly moves: readonly ApprovalMove[];
  readonly newApprovals: readonly NewApproval[];
  readonly presentations: readonly NewPresentation[];
  readonly audits: readonly AuditWrite[];
  readonly events: readonly EventWrite[];
  readonly session?: StepPlan["session"];
  readonly approvalId: string | null;
  /** On a toolCallResult: the released step that it closes. */
  readonly resultOf: string | null;
  /** Where the payload names no tool itself: the one that its answer is about. */
  readonly tool?: string | null;
}

/** An entry that is not a step: `step_type` guardian/... and the approval that it is about. */
export interface GuardianEntry {
  readonly stepType: string;
  readonly stepId: string;
  readonly decision: Disposition;
  readonly reason: string;
  readonly approvalId: string | null;
  readonly content: JsonObject;
}

export const EMPTY_DRAFT: Omit<Draft, "decision" | "body"> = {
  earlier: [],
  moves: [],
  newApprovals: [],
  presentations: [],
  audits: [],
  events: [],
  approvalId: null,
  resultOf: null,
};
