/** A person's decision on an item: checked, signed and chained in one transaction that the database judges. */

import type { Result } from "../../core/result";
import { err, ok } from "../../core/result";
import { isSaid } from "../../core/text/visible";
import type { GuardianDeps } from "../deps";
import type { ApprovalRow, PersonRow, ServedViewRow, SessionSnapshot } from "../ports";
import { ChainWriter } from "../seal";
import { appendPlan, emptyPlan } from "./append";
import { type Decision, decisionPlan } from "./decision-plan";
import { judgeEdits } from "./edit-policy";
import { editedAction } from "./edits";
import { endItem } from "./end-items";
import { grantingOf } from "./grant";
import { eligibility, standingVotes } from "./may-decide";
import type { Resolved, ResolveFailure, ResolveInput } from "./resolution";
import { asFailure, conflictOf } from "./resolve-failure";

export type { Resolved, ResolveFailure, ResolveInput } from "./resolution";

export async function resolveApproval(
  deps: GuardianDeps,
  input: ResolveInput,
): Promise<Result<Resolved, ResolveFailure>> {
  const invalid = checkInput(input);
  if (invalid) return err(invalid);
  const known = await deps.store.approval(input.approvalId);
  const person = await deps.store.person(input.personId);
  if (!known || !person || known.tenantId !== person.tenantId) return err({ kind: "not_found" });
  let resolved: Resolved | null = null;
  let expired = false;
  const written = await appendPlan<ResolveFailure>(deps, known.sessionKey, async (snapshot) => {
    resolved = null;
    expired = false;
    const decision = await judge(deps, input, snapshot);
    if (!decision.ok) return decision;
    if (decision.value.kind === "expired") {
      expired = true;
      return ok(expiryPlan(deps, snapshot, decision.value.row));
    }
    const made = decisionPlan(deps, snapshot, decision.value.decision);
    resolved = made.resolved;
    return ok(made.plan);
  });
  if (!written.ok) return err(asFailure(written.failure));
  if (expired) return err(await conflict(deps, input.approvalId, "expired"));
  return resolved === null
    ? err({ kind: "unavailable" })
    : ok({ ...(resolved as Resolved), decidedAt: written.value.at });
}

function checkInput(input: ResolveInput): ResolveFailure | null {
  const invalid = (reason: string, message: string): ResolveFailure => ({ kind: "invalid", reason, message });
  if (input.verdict === "deny" && !isSaid(input.reason ?? ""))
    return invalid("reason_required", "a denial needs a reason");
  if ((input.reason ?? "").length > 2000) return invalid("reason_too_long", "a reason has at most 2000 characters");
  if (input.verdict === "deny" && input.grant) return invalid("grant_on_denial", "a grant goes with an approval");
  if (input.verdict === "deny" && input.edits) return invalid("edits_on_denial", "edits go with an approval");
  return null;
}

type Judged =
  | { readonly kind: "expired"; readonly row: ApprovalRow }
  | { readonly kind: "decide"; readonly decision: Decision };

/** Everything that must hold now; the commit then holds the person's row, the approval's row and the head to it. */
async function judge(
  deps: GuardianDeps,
  input: ResolveInput,
  snapshot: SessionSnapshot,
): Promise<Result<Judged, ResolveFailure>> {
  const row = await deps.store.approval(input.approvalId);
  const person = await deps.store.person(input.personId);
  if (!row || !person) return err({ kind: "not_found" });
  const allowed = await mayAct(deps, input, { row, person, snapshot });
  if (!allowed.ok) return allowed;
  if (row.state !== "pending") return err(conflictOf(row, row.state === "expired" ? "expired" : "decided"));
  if (deps.clock.now() >= row.expiresAt) return ok({ kind: "expired", row });
  if (row.revision !== input.revision) return err(conflictOf(row, "changed"));
  const served = await deps.store.servedView(row.id, person.id, input.signInId, input.view_digest);
  if (!served) {
    return err({ kind: "invalid", reason: "view_not_served", message: "this view was not served to this sign-in" });
  }
  return withVotes(deps, input, { row, person, served, snapshot });
}

async function mayAct(
  deps: GuardianDeps,
  input: ResolveInput,
  { row, person, snapshot }: { row: ApprovalRow; person: PersonRow; snapshot: SessionSnapshot },
): Promise<Result<void, ResolveFailure>> {
  if (person.kind === "person" && !(await deps.store.signInIsLive(input.signInId))) {
    return err({ kind: "forbidden", reason: "not_signed_in" });
  }
  const eligible = eligibility({ row, person, snapshot, verdict: input.verdict });
  return eligible.ok ? ok(undefined) : err({ kind: "forbidden", reason: eligible.failure.reason });
}

async function withVotes(
  deps: GuardianDeps,
  input: ResolveInput,
  facts: { row: ApprovalRow; person: PersonRow; served: ServedViewRow; snapshot: SessionSnapshot },
): Promise<Result<Judged, ResolveFailure>> {
  const action = editedAction(deps.crypto, facts.row, input.edits);
  if (!action.ok) return err({ kind: "invalid", ...action.failure });
  if (action.value.digest !== input.action_digest) {
    return err({
      kind: "invalid",
      reason: "digest_mismatch",
      message: "action_digest is not that of the action shown",
    });
  }
  if (action.value.edited) {
    const fits = await judgeEdits(deps, facts, action.value);
    if (!fits.ok) return err({ kind: "invalid", ...fits.failure });
  }
  const votes = await deps.store.votes(facts.row.id);
  if (votes.some((vote) => vote.personId === facts.person.id)) return err(conflictOf(facts.row, "already_voted"));
  const granting = input.grant?.scope === "session" ? await grantingOf(deps, grantInput(facts)) : null;
  if (granting?.ok === false) return err({ kind: "invalid", ...granting.failure });
  const standing = await standingVotes(deps, facts, votes);
  const decision = { ...facts, input, action: action.value, votes: standing, granting: granting?.value ?? null };
  return ok({ kind: "decide", decision });
}

const grantInput = ({ row, person, snapshot }: { row: ApprovalRow; person: PersonRow; snapshot: SessionSnapshot }) => ({
  row,
  snapshot,
  approver: person.id,
});

function expiryPlan(deps: GuardianDeps, snapshot: SessionSnapshot, row: ApprovalRow) {
  const ended = endItem(row, "expired", "nobody decided in time");
  const chain = new ChainWriter(deps, snapshot.session, deps.clock.now());
  chain.append(ended.entry);
  return {
    ...emptyPlan(snapshot),
    requireOpen: false,
    moves: [ended.move],
    entries: chain.rows,
    audits: [ended.audit],
    events: [...ended.events, { topic: `session:${row.sessionKey}`, ref: row.sessionKey }],
  };
}

async function conflict(deps: GuardianDeps, id: string, reason: string): Promise<ResolveFailure> {
  const row = await deps.store.approval(id);
  return row ? conflictOf(row, reason) : { kind: "not_found" };
}
