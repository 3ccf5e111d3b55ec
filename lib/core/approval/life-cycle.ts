/** States of an approval, the moves between them, and what each end is called (design "Life cycle"). */
import type { ApprovalCode } from "./codes";

export type ApprovalState =
  | "prepared"
  | "pending"
  | "approved"
  | "rejected"
  | "expired"
  | "cancelled"
  | "superseded"
  | "void"
  | "consumed";

/** Every legal move. A state without moves is terminal. */
export const TRANSITIONS: Readonly<Record<ApprovalState, readonly ApprovalState[]>> = {
  prepared: ["pending", "expired", "cancelled", "superseded", "void"],
  pending: ["approved", "rejected", "expired", "cancelled", "superseded", "void"],
  approved: ["consumed", "expired", "cancelled", "void"],
  rejected: [],
  expired: [],
  cancelled: [],
  superseded: [],
  void: [],
  consumed: [],
};

export const canMove = (from: ApprovalState, to: ApprovalState): boolean => TRANSITIONS[from].includes(to);

/** Open: still to be decided, so it counts against the agent's cap. */
export const isOpen = (state: ApprovalState): boolean => state === "prepared" || state === "pending";

export const isTerminal = (state: ApprovalState): boolean => TRANSITIONS[state].length === 0;

/** The reason code that tells an agent how an approval ended. A timeout is never a person's denial. */
export const END_STATE_REASON: Readonly<
  Record<Exclude<ApprovalState, "prepared" | "pending" | "approved">, ApprovalCode>
> = {
  rejected: "approval_rejected",
  expired: "approval_expired",
  cancelled: "approval_cancelled",
  superseded: "approval_superseded",
  void: "approval_void",
  consumed: "approval_consumed",
};

/** Deferrals that a session may cause in its life. */
export const DEFERRAL_BOUND = 3;
