/** What a re-send of an action means, judged from the approvals that its digest already has (design "Re-send"). */
import type { ApprovalCode } from "./codes";
import { type ApprovalState, DEFERRAL_BOUND } from "./life-cycle";

/** The columns of an approval row that the judgement needs. Times are ms since the epoch. */
export interface ResendApproval {
  readonly id: string;
  readonly kind: "ask" | "defer";
  readonly state: ApprovalState;
  readonly revision: number;
  readonly expiresAt: number;
  readonly useBy: number | null;
  readonly resultAt: number | null;
  readonly attempt: number;
}

export interface ResendInput {
  /** Approvals of this session whose requested_digest is this action's, newest first. */
  readonly approvals: readonly ResendApproval[];
  /** Database clock. */
  readonly now: number;
  /** Released steps of the session whose result has not come in. */
  readonly released: readonly { readonly approvalId: string | null }[];
  /** What policy would open now. Default ask. */
  readonly opening?: "ask" | "defer";
  /** Deferrals that this session has caused so far. */
  readonly deferrals?: number;
  readonly deferralBound?: number;
}

/** A move that whoever sees the expiry first has to write. */
export interface ExpiryMove {
  readonly id: string;
  readonly from: "prepared" | "pending" | "approved";
  readonly to: "expired";
  readonly revision: number;
  readonly when: "after_expiry" | "after_use_by";
}

export type ResendMeaning = { readonly moves: readonly ExpiryMove[] } & (
  | {
      readonly act: "new";
      /** 1, or 2 after one expiry: the next expiry ends in a denial. */
      readonly attempt: number;
      /** Earlier releases of the same action, newest first: the card shows them before anything else. */
      readonly earlier: readonly string[];
    }
  | { readonly act: "same"; readonly approvalId: string }
  | { readonly act: "release"; readonly approvalId: string }
  | { readonly act: "deny"; readonly code: ApprovalCode; readonly approvalId: string | null }
);

/**
 * Pure. Returns what the step is answered with, and the expiry moves to record in the same commit. A rejection and an
 * unreported release win over everything newer, so that no order of sends can wash them out.
 */
export function decideResend(input: ResendInput): ResendMeaning {
  const moves = input.approvals.flatMap((approval) => expiryMove(approval, input.now));
  const lapsed = new Set(moves.map((move) => move.id));
  const live = input.approvals.map((approval) =>
    lapsed.has(approval.id) ? { ...approval, state: "expired" as const } : approval,
  );
  const unreported = (approval: ResendApproval): boolean =>
    approval.resultAt === null || input.released.some((step) => step.approvalId === approval.id);

  const rejected = live.find((approval) => approval.state === "rejected");
  if (rejected) return { act: "deny", code: "approval_rejected", approvalId: rejected.id, moves };
  const running = live.find((approval) => approval.state === "consumed" && unreported(approval));
  if (running) return { act: "deny", code: "approval_consumed", approvalId: running.id, moves };
  const open = live.find((approval) => approval.state === "pending" || approval.state === "prepared");
  if (open) return { act: "same", approvalId: open.id, moves };
  const approved = live.find((approval) => approval.state === "approved");
  if (approved) return { act: "release", approvalId: approved.id, moves };
  return openAgain(input, live, moves);
}

/** Nothing of this digest is alive any more: ask anew, unless its turns are used up. */
function openAgain(input: ResendInput, live: readonly ResendApproval[], moves: readonly ExpiryMove[]): ResendMeaning {
  const opening = input.opening ?? "ask";
  const newest = live[0];
  const earlier = live.filter((approval) => approval.state === "consumed").map((approval) => approval.id);
  if (newest?.state === "expired" && newest.kind === "defer" && opening === "defer") {
    return { act: "deny", code: "deferral_expired", approvalId: newest.id, moves };
  }
  if (newest?.state === "expired" && newest.kind === "ask" && newest.attempt >= 2) {
    return { act: "deny", code: "approval_expired", approvalId: newest.id, moves };
  }
  if (opening === "defer" && (input.deferrals ?? 0) >= (input.deferralBound ?? DEFERRAL_BOUND)) {
    return { act: "deny", code: "deferral_bound_exceeded", approvalId: null, moves };
  }
  const attempt = newest?.state === "expired" && newest.kind === "ask" ? newest.attempt + 1 : 1;
  return { act: "new", attempt, earlier, moves };
}

/** At the exact instant it has expired: one comparison everywhere, now >= limit. */
function expiryMove(approval: ResendApproval, now: number): ExpiryMove[] {
  const { id, state, revision } = approval;
  if ((state === "prepared" || state === "pending") && now >= approval.expiresAt) {
    return [{ id, from: state, to: "expired", revision, when: "after_expiry" }];
  }
  if (state === "approved" && approval.useBy !== null && now >= approval.useBy) {
    return [{ id, from: state, to: "expired", revision, when: "after_use_by" }];
  }
  return [];
}
