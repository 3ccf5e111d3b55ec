/** The step that a resolver's question makes: it releases the item that it names, or is denied. It never asks anew. */
import { APPROVAL_CODE_TEXT, type ApprovalCode } from "../../core/approval/codes";
import { END_STATE_REASON, isOpen } from "../../core/approval/life-cycle";
import type { GuardianDeps } from "../deps";
import type { Draft } from "../draft";
import { denyDraft } from "../drafts";
import type { ApprovalRow } from "../ports";
import type { Evaluated } from "../stages/evaluate";
import { withEnded } from "./end-items";
import { release } from "./release";

/** Throws where the session has no such item: the caller has read it. */
export function releaseNamed(deps: GuardianDeps, evaluated: Evaluated, approvalId: string): Draft {
  const row = evaluated.snapshot.approvals.find((item) => item.id === approvalId);
  if (!row) throw new Error("a resolver's release names an approval of its own session");
  if (row.state !== "approved") return denied(evaluated, row, codeOf(row));
  if (row.useBy !== null && evaluated.now >= row.useBy) {
    const late = denied(evaluated, row, "approval_expired");
    return withEnded(late, [row], { to: "expired", why: "not used in time" });
  }
  const released = release(deps, evaluated, row);
  if (released.kind !== "void") return released.draft;
  return withEnded(denied(evaluated, row, "approval_void"), [row], { to: "void", why: released.why });
}

/** Who is asked to release an undecided item has read a row that was decided: that can only be a stale snapshot. */
const codeOf = ({ state }: ApprovalRow): ApprovalCode =>
  isOpen(state) || state === "approved"
    ? "approval_superseded"
    : END_STATE_REASON[state as keyof typeof END_STATE_REASON];

const denied = (evaluated: Evaluated, { id }: ApprovalRow, code: ApprovalCode): Draft =>
  denyDraft(evaluated, { code, reasoning: APPROVAL_CODE_TEXT[code], approvalId: id });
