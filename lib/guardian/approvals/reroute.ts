/** Hands an undecided item to other approvers (ACS §9: an approver may allow, deny or re-route, never ask). */
import { approverGroups, mayDecide } from "../../core/approval/eligibility";
import { GROUP_NAME } from "../../core/policy/bundle";
import { err, ok, type Result } from "../../core/result";
import { isSaid } from "../../core/text/visible";
import type { GuardianDeps } from "../deps";
import type { ApprovalRow, PersonRow, SessionSnapshot, StepPlan } from "../ports";
import { ChainWriter } from "../seal";
import { appendPlan, emptyPlan } from "./append";
import { approvalEvents } from "./end-items";
import { eligibility, usersOf } from "./may-decide";
import type { ResolveFailure } from "./resolution";
import { asFailure, conflictOf } from "./resolve-failure";

export interface RerouteInput {
  readonly approvalId: string;
  readonly personId: string;
  readonly signInId: string;
  /** Groups joined by commas: whoever decides then is in all of them. */
  readonly approvers: string;
  readonly reason: string;
  /** Of the row that was shown. */
  readonly revision: number;
  readonly channel: "console" | "api";
}

export interface Rerouted {
  readonly state: "pending";
  readonly approvers: string;
  readonly at: number;
}

const MAX_REASON = 2000;

/**
 * By somebody who could approve the item, or by an admin who is no party to it. Time, number of votes and everything else
 * stay as they are; a vote already given counts on only if its person is in the new groups too.
 */
export async function rerouteApproval(
  deps: GuardianDeps,
  input: RerouteInput,
): Promise<Result<Rerouted, ResolveFailure>> {
  const groups = groupsOf(input.approvers);
  if (groups === null) return invalid("approvers_invalid", "approvers must be group names joined by commas");
  const reason = input.reason.trim();
  if (!isSaid(reason)) return invalid("reason_required", "a re-route needs a reason");
  if (reason.length > MAX_REASON) return invalid("reason_too_long", "a reason has at most 2000 characters");
  const known = await deps.store.approval(input.approvalId);
  const person = await deps.store.person(input.personId);
  if (!known || !person || known.tenantId !== person.tenantId) return err({ kind: "not_found" });
  const asked = { ...input, reason, approvers: groups };
  const written = await appendPlan<ResolveFailure>(deps, known.sessionKey, (snapshot) => judge(deps, asked, snapshot));
  if (!written.ok) return err(asFailure(written.failure));
  return ok({ state: "pending", approvers: groups, at: written.value.at });
}

const invalid = (reason: string, message: string): Result<never, ResolveFailure> =>
  err({ kind: "invalid", reason, message });

function groupsOf(approvers: string): string | null {
  const groups = approvers.split(",").map((group) => group.trim());
  return groups.length <= 20 && groups.every((group) => GROUP_NAME.test(group))
    ? [...new Set(groups)].sort().join(",")
    : null;
}

async function judge(
  deps: GuardianDeps,
  input: RerouteInput,
  snapshot: SessionSnapshot,
): Promise<Result<StepPlan, ResolveFailure>> {
  const row = await deps.store.approval(input.approvalId);
  const person = await deps.store.person(input.personId);
  if (!row || !person) return err({ kind: "not_found" });
  if (person.kind === "person" && !(await deps.store.signInIsLive(input.signInId))) {
    return err({ kind: "forbidden", reason: "not_signed_in" });
  }
  const allowed = mayReroute({ row, person, snapshot });
  if (!allowed.ok) return err({ kind: "forbidden", reason: allowed.failure.reason });
  if (row.state !== "pending") return err(conflictOf(row, row.state === "expired" ? "expired" : "decided"));
  if (deps.clock.now() >= row.expiresAt) return err(conflictOf({ ...row, state: "expired" }, "expired"));
  if (row.revision !== input.revision) return err(conflictOf(row, "changed"));
  if (row.approvers === input.approvers)
    return invalid("approvers_unchanged", "the item is with these approvers already");
  const able = await ableOf(deps, { row, snapshot, approvers: input.approvers });
  if (able < row.votesRequired) return invalid("approver_unavailable", "too few people in these groups could decide");
  return ok(planOf(deps, { input, row, person, snapshot }));
}

interface Facts {
  readonly row: ApprovalRow;
  readonly person: PersonRow;
  readonly snapshot: SessionSnapshot;
}

/** An admin does not decide, but may say who does; not where the agent acts for that very person. */
function mayReroute(facts: Facts): Result<void, { readonly reason: string }> {
  const decides = eligibility(facts);
  if (decides.ok || !facts.person.roles.includes("admin")) return decides;
  const { reason } = decides.failure;
  if (reason === "not_active") return decides;
  return eligibility({ ...facts, row: { ...facts.row, approvers: "approvers" }, person: asApprover(facts.person) });
}

const asApprover = (person: PersonRow): PersonRow => ({ ...person, roles: [...person.roles, "approver"] });

async function ableOf(
  deps: GuardianDeps,
  { row, snapshot, approvers }: { row: ApprovalRow; snapshot: SessionSnapshot; approvers: string },
): Promise<number> {
  const [first = ""] = approverGroups(approvers);
  const candidates = await deps.store.eligible(row.tenantId, first);
  const { ownerId } = snapshot.agent;
  const able = candidates.filter((person) =>
    usersOf({ row, snapshot }).every(
      (userId) => mayDecide({ person, approval: { approvers }, session: { userId, ownerId } }).ok,
    ),
  );
  return able.length;
}

function planOf(deps: GuardianDeps, { input, row, person, snapshot }: Facts & { input: RerouteInput }): StepPlan {
  const chain = new ChainWriter(deps, snapshot.session, deps.clock.now());
  const approver = { type: person.kind === "service" ? "service" : "human", id: person.id };
  const entry = chain.append({
    stepType: "guardian/approval_reroute",
    stepId: row.requestId,
    decision: row.kind,
    reason: input.reason,
    approvalId: row.id,
    content: { approver, approvers_before: row.approvers, approvers: input.approvers, reason: input.reason },
  });
  return {
    ...emptyPlan(snapshot),
    person: { id: person.id, revision: person.revision, signInId: person.kind === "service" ? null : input.signInId },
    moves: [
      {
        id: row.id,
        from: ["pending"],
        to: "pending",
        revision: row.revision,
        when: "before_expiry",
        set: { approvers: input.approvers },
      },
    ],
    entries: chain.rows,
    audits: [
      {
        actorKind: person.kind,
        actorId: person.id,
        action: "approval.rerouted",
        subject: `approval:${row.id}`,
        sessionKey: row.sessionKey,
        detail: { from: row.approvers, to: input.approvers, reason: input.reason, channel: input.channel },
      },
    ],
    events: [...approvalEvents(row.id), { topic: `session:${row.sessionKey}`, ref: row.sessionKey, seq: entry.seq }],
  };
}
