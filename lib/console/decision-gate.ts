/** What stands between the person and the decision. Pure, so that every reason for a disabled button is a value. */

import type { Risk } from "../core/policy/types";
import type { ApprovalStateName } from "../core/read-models/approvals";
import { isOver } from "./countdown";

export interface GateInput {
  readonly state: ApprovalStateName;
  readonly risk: Risk;
  readonly eligible: boolean;
  readonly mayDeny: boolean;
  /** False when the view itself says that nothing can be approved from it. */
  readonly decidable: boolean;
  /** An edit does not read as a value yet. */
  readonly badEdit: boolean;
  readonly expiresAt: number;
  /** Server clock. */
  readonly now: number;
  /** Every part of the item is on the page. */
  readonly rendered: boolean;
  readonly cutParts: number;
  readonly openedParts: number;
  /** Result of the browser's own recomputation; null while it runs. */
  readonly digests: "match" | "differ" | null;
  /** A newer revision exists than the one drawn. */
  readonly changed: boolean;
  readonly sending: boolean;
}

export type GateReason =
  | "ended"
  | "ineligible"
  | "changed"
  | "drawing"
  | "unread"
  | "undecidable"
  | "bad_edit"
  | "digests_pending"
  | "digests_differ"
  | "sending";

export interface Gate {
  /** False when the buttons have no place on the page at all. */
  readonly open: boolean;
  readonly approve: GateReason | null;
  readonly deny: GateReason | null;
  /** Parts still closed. */
  readonly unread: number;
  readonly needsSecondGesture: boolean;
}

/** The first thing in the way of each verdict, or null. A person may refuse what they have not read to the end. */
export function decisionGate(input: GateInput): Gate {
  const unread = Math.max(0, input.cutParts - input.openedParts);
  const ended = input.state !== "pending" || isOver(input.expiresAt, input.now);
  const common = commonReason(input, ended);
  return {
    open: !ended,
    approve: common ?? approveReason(input, unread),
    deny: common ?? (input.mayDeny ? null : "ineligible"),
    unread,
    needsSecondGesture: input.risk === "high" || input.risk === "critical",
  };
}

function commonReason(input: GateInput, ended: boolean): GateReason | null {
  if (ended) return "ended";
  if (!input.eligible && !input.mayDeny) return "ineligible";
  if (input.changed) return "changed";
  if (!input.rendered) return "drawing";
  if (input.digests === null) return "digests_pending";
  if (input.digests === "differ") return "digests_differ";
  return input.sending ? "sending" : null;
}

function approveReason(input: GateInput, unread: number): GateReason | null {
  if (!input.eligible) return "ineligible";
  if (!input.decidable) return "undecidable";
  if (unread > 0) return "unread";
  return input.badEdit ? "bad_edit" : null;
}

/** What the bar says about a reason. */
export function gateSentence(reason: GateReason, unread: number): string {
  switch (reason) {
    case "ended":
      return "This item has ended.";
    case "ineligible":
      return "You cannot decide this item.";
    case "changed":
      return "The item changed since you opened it. Show the new version first.";
    case "drawing":
      return "Drawing the whole item…";
    case "unread":
      return unread === 1 ? "1 shortened part is still closed." : `${unread} shortened parts are still closed.`;
    case "undecidable":
      return "This item lacks what a decision needs. It can only be denied.";
    case "bad_edit":
      return "One of your edits is not a valid value yet.";
    case "digests_pending":
      return "Computing digests…";
    case "digests_differ":
      return "What your browser drew is not what the server claims. Nothing can be decided here.";
    case "sending":
      return "Waiting for the server to confirm…";
  }
}

/** The second press counts from here on… */
export const ARM_MIN_MS = 600;
/** …and until here; then the button disarms itself. */
export const ARM_MAX_MS = 6000;

/** What a press on the approve button means, given when the first one happened. Held keys never count. */
export function pressMeans(press: {
  readonly armedAt: number | null;
  readonly at: number;
  readonly repeat: boolean;
  readonly needsSecond: boolean;
}): "send" | "arm" | "ignore" {
  if (press.repeat) return "ignore";
  if (!press.needsSecond) return "send";
  if (press.armedAt === null || press.at - press.armedAt > ARM_MAX_MS) return "arm";
  return press.at - press.armedAt >= ARM_MIN_MS ? "send" : "ignore";
}
