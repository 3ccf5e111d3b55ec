/** What the approval pages and routes read: lists, and one item with the view that it is served with. */

import { INELIGIBLE_TEXT, type Ineligible } from "../core/approval/eligibility";
import type { ApprovalDetail, ApprovalPage, ServedApproval } from "../core/read-models/approvals";
import { type ServedApproval as Served, serveView } from "../guardian/approvals/serve-view";
import { approvalContext } from "../storage/reads/approval-detail";
import type { Reader } from "../storage/reads/approval-item";
import { endedApprovals, openApprovals } from "../storage/reads/approval-lists";
import { isStorable } from "../storage/text";
import { container } from "./container";
import type { Viewer } from "./viewer";

/** Viewers are active by construction: `requirePerson` reads the row. */
const readerOf = (viewer: Viewer): Reader => ({ ...viewer, state: "active" });

/** A service account has no sign-in: its token stands for one, and only for that account. */
export const signInOf = (viewer: Viewer): string => viewer.signInId ?? `service:${viewer.id}`;

export async function readOpenApprovals(viewer: Viewer): Promise<ApprovalPage> {
  const { prisma } = await container();
  return openApprovals(prisma, readerOf(viewer));
}

export async function readEndedApprovals(viewer: Viewer, before: string | null): Promise<ApprovalPage> {
  const { prisma } = await container();
  return endedApprovals(prisma, readerOf(viewer), before !== null && isStorable(before) ? before : null);
}

/** Null for an id that this viewer's tenant does not have. Serving a view is recorded; no state changes. */
export async function readApproval(viewer: Viewer, id: string): Promise<ApprovalDetail | null> {
  if (!isStorable(id)) return null;
  const { prisma, deps } = await container();
  const context = await approvalContext(prisma, readerOf(viewer), id);
  if (context === null) return null;
  const served = await serveView(deps, { approvalId: id, personId: viewer.id, signInId: signInOf(viewer) });
  return { ...context, served: served.ok ? plain(served.value, context.item.whyNot) : null };
}

function plain(served: Served, whyNot: string | null): ServedApproval {
  return {
    view: served.view,
    viewDigest: served.view_digest,
    action: served.action,
    requested: served.requested,
    actionDigest: served.action_digest,
    statement: served.statement,
    revision: served.revision,
    expiresAt: served.expires_at,
    eligible: served.eligible && whyNot === null,
    mayDeny: whyNot === null || served.ineligible_reason === "own_session" || served.ineligible_reason === "own_agent",
    ineligibleReason: whyNot ?? sentence(served.ineligible_reason),
  };
}

const sentence = (reason: string | null): string | null =>
  reason === null ? null : Object.hasOwn(INELIGIBLE_TEXT, reason) ? INELIGIBLE_TEXT[reason as Ineligible] : reason;
