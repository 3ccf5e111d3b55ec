/** What an approver is shown, built from the stored action and kept, so that a decision can only echo what was served. */
import { statementObject } from "../../core/approval/statement";
import { buildView, viewDigest } from "../../core/approval/view";
import { canonicalText } from "../../core/json/canonical";
import type { Modifications, Risk } from "../../core/policy/types";
import { err, ok, type Result } from "../../core/result";
import { findSecrets } from "../../core/text/mask";
import type { GuardianDeps } from "../deps";
import type { ApprovalRow, PersonRow, ServedViewRow, SessionSnapshot } from "../ports";
import { readObject } from "./edits";
import { readFindings } from "./findings";
import { eligibility } from "./may-decide";

export interface ServeViewInput {
  readonly approvalId: string;
  readonly personId: string;
  readonly signInId: string;
}

/** All texts are canonical JSON. Times are ms since the epoch on the database clock. */
export interface ServedApproval {
  readonly approvalId: string;
  readonly view: string;
  readonly view_digest: string;
  /**
   * The action that may run and the one asked for. Null when they hold secrets that are masked in the view: bytes that
   * nobody may see cannot be digested by a browser, so the page then says that the digest is the server's.
   */
  readonly action: string | null;
  readonly requested: string | null;
  readonly action_digest: string;
  readonly requested_digest: string;
  readonly statement: string;
  readonly revision: number;
  readonly state: ApprovalRow["state"];
  readonly expires_at: number;
  readonly server_now: number;
  readonly eligible: boolean;
  readonly ineligible_reason: string | null;
}

export type ServeViewFailure = { readonly kind: "not_found" };

export async function serveView(
  deps: GuardianDeps,
  input: ServeViewInput,
): Promise<Result<ServedApproval, ServeViewFailure>> {
  const row = await deps.store.approval(input.approvalId);
  const person = await deps.store.person(input.personId);
  if (!row || !person || row.tenantId !== person.tenantId) return err({ kind: "not_found" });
  const snapshot = await deps.store.sessionByKey(row.sessionKey);
  if (!snapshot) return err({ kind: "not_found" });
  const view = buildView(viewInput(row, snapshot));
  const digest = viewDigest(deps.crypto, view);
  const kept = await deps.store.serveView({
    approvalId: row.id,
    personId: person.id,
    signInId: input.signInId,
    viewDigest: digest,
    revision: row.revision,
    view: canonicalText(view),
    statement: canonicalText(statementOf(deps, { row, person, digest, signInId: input.signInId })),
  });
  return ok(servedOf(deps, { row, person, snapshot, kept }));
}

function servedOf(
  deps: GuardianDeps,
  {
    row,
    person,
    snapshot,
    kept,
  }: { row: ApprovalRow; person: PersonRow; snapshot: SessionSnapshot; kept: ServedViewRow },
): ServedApproval {
  const eligible = eligibility({ row, person, snapshot });
  const secret = [row.effectiveAction, row.requestedAction].some((text) => findSecrets(readObject(text)).size > 0);
  return {
    approvalId: row.id,
    view: kept.view,
    view_digest: kept.viewDigest,
    action: secret ? null : row.effectiveAction,
    requested: secret ? null : row.requestedAction,
    action_digest: row.effectiveDigest,
    requested_digest: row.requestedDigest,
    statement: kept.statement,
    revision: row.revision,
    state: row.state,
    expires_at: row.expiresAt,
    server_now: deps.clock.now(),
    eligible: eligible.ok,
    ineligible_reason: eligible.ok ? null : eligible.failure.reason,
  };
}

function viewInput(row: ApprovalRow, snapshot: SessionSnapshot): Parameters<typeof buildView>[0] {
  const earlier = snapshot.approvals
    .filter(
      (other) => other.requestedDigest === row.requestedDigest && other.consumedAt !== null && other.id !== row.id,
    )
    .sort((a, b) => (b.consumedAt ?? 0) - (a.consumedAt ?? 0))
    .map((other) => ({ approval_id: other.id, released_at: new Date(other.consumedAt ?? 0).toISOString() }));
  return {
    approval_id: row.id,
    kind: row.kind,
    requested: readObject(row.requestedAction),
    effective: readObject(row.effectiveAction),
    requested_digest: row.requestedDigest,
    effective_digest: row.effectiveDigest,
    modifications: row.modifications === null ? null : (readObject(row.modifications) as Modifications),
    findings: readFindings(row.findings),
    bundle_digest: row.bundleDigest,
    risk: row.risk as Risk,
    approvers: row.approvers,
    votes_required: row.votesRequired,
    agent: { id: snapshot.agent.agentId, name: snapshot.agent.name },
    user_id: snapshot.session.userId,
    earlier,
    context: [],
    ...hooksOf(row),
  };
}

/** Of a longer context the approver sees the identity alone. */
const SHOWN_CONTEXT = 65_536;

function hooksOf({ interceptionPoint, contextIdentity, hookContext }: ApprovalRow) {
  if (interceptionPoint === null) return {};
  const isShown = hookContext !== null && hookContext.length <= SHOWN_CONTEXT;
  const context = isShown ? readObject(hookContext) : null;
  return { agent_hooks: { interception_point: interceptionPoint, context_identity: contextIdentity, context } };
}

function statementOf(
  deps: GuardianDeps,
  { row, person, digest, signInId }: { row: ApprovalRow; person: PersonRow; digest: string; signInId: string },
) {
  return statementObject({
    approval_id: row.id,
    requested_digest: row.requestedDigest,
    effective_digest: row.effectiveDigest,
    view_digest: digest,
    approver: { id: person.id, kind: person.kind },
    sign_in: signInId,
    bundle_digest: row.bundleDigest,
    discharges: readFindings(row.findings)
      .filter((finding) => finding.disposition === "ask" || finding.disposition === "defer")
      .map(({ rule_id, disposition }) => ({ rule_id, disposition: disposition as "ask" | "defer" })),
    nonce: deps.ids.nonce(),
    issued_at: new Date(deps.clock.now()).toISOString(),
    use_before: new Date(row.expiresAt).toISOString(),
  });
}
