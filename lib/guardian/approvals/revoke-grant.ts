/** Takes back what a person granted for a session: from the next step on, its Intent holds what it held before. */
import { can } from "../../core/access";
import { err, ok, type Result } from "../../core/result";
import { revokeIntent } from "../../core/session/intent";
import { contextText } from "../../core/session/stored";
import { contextOf } from "../contexts";
import type { GuardianDeps } from "../deps";
import type { PersonRow, SessionSnapshot, StepPlan } from "../ports";
import { ChainWriter } from "../seal";
import { appendPlan, emptyPlan } from "./append";
import { endItem } from "./end-items";
import type { ResolveFailure } from "./resolution";
import { asFailure } from "./resolve-failure";

export interface RevokeInput {
  readonly sessionKey: string;
  /** Of the item whose approval granted it. */
  readonly approvalId: string;
  readonly personId: string;
  readonly signInId: string;
}

/**
 * By whoever may decide or hand on items: it only takes away, so nobody is too close to the session for it. Steps that
 * were allowed stay allowed; what a subagent derived before is the subagent's.
 */
export async function revokeGrant(deps: GuardianDeps, input: RevokeInput): Promise<Result<void, ResolveFailure>> {
  const written = await appendPlan<ResolveFailure>(deps, input.sessionKey, (snapshot) => judge(deps, input, snapshot));
  return written.ok ? ok(undefined) : err(asFailure(written.failure));
}

async function judge(
  deps: GuardianDeps,
  input: RevokeInput,
  snapshot: SessionSnapshot,
): Promise<Result<StepPlan, ResolveFailure>> {
  const person = await deps.store.person(input.personId);
  if (!person || person.tenantId !== snapshot.session.tenantId) return err({ kind: "not_found" });
  if (person.kind === "person" && !(await deps.store.signInIsLive(input.signInId))) {
    return err({ kind: "forbidden", reason: "not_signed_in" });
  }
  if (person.state !== "active" || !can(person.roles, "approvals.reroute")) {
    return err({ kind: "forbidden", reason: "not_approver" });
  }
  if (snapshot.session.state !== "open") return err(gone("session_ended"));
  const context = contextOf(snapshot.session);
  const without = revokeIntent(context, input.approvalId);
  return without === context
    ? err(gone("not_granted"))
    : ok(planOf(deps, { input, snapshot, person, context: contextText(without) }));
}

const gone = (reason: string): ResolveFailure => ({
  kind: "conflict",
  reason,
  state: "revoked",
  decidedBy: null,
  decidedAt: null,
});

interface Revoking {
  readonly input: RevokeInput;
  readonly snapshot: SessionSnapshot;
  readonly person: PersonRow;
  /** After it. */
  readonly context: string;
}

function planOf(deps: GuardianDeps, { input, snapshot, person, context }: Revoking): StepPlan {
  const { session } = snapshot;
  const chain = new ChainWriter(deps, session, deps.clock.now());
  // the grant let the step through by itself: its approval, never used, would let it through once more
  const unused = snapshot.approvals.filter(({ id, state }) => id === input.approvalId && state === "approved");
  const ended = unused.map((row) => endItem(row, "cancelled", "the grant was taken back"));
  for (const item of ended) chain.append(item.entry);
  const entry = chain.append({
    stepType: "guardian/intent_revocation",
    stepId: input.approvalId,
    decision: "deny",
    reason: "an extension of the session's Intent was taken back",
    approvalId: input.approvalId,
    content: { outcome: "revoked", approver: { type: person.kind === "service" ? "service" : "human", id: person.id } },
  });
  return {
    ...emptyPlan(snapshot),
    person: { id: person.id, revision: person.revision, signInId: person.kind === "service" ? null : input.signInId },
    moves: ended.map((item) => item.move),
    entries: chain.rows,
    session: { context },
    audits: [
      ...ended.map((item) => item.audit),
      {
        actorKind: person.kind,
        actorId: person.id,
        action: "intent.revoked",
        subject: `approval:${input.approvalId}`,
        sessionKey: session.key,
      },
    ],
    events: [
      ...ended.flatMap((item) => item.events),
      { topic: `session:${session.key}`, ref: session.key, seq: entry.seq },
    ],
  };
}
