/** Writes entries of the Guardian's own to a session from any process, retrying when the head moves underneath. */
import type { Result } from "../../core/result";
import { err, ok } from "../../core/result";
import type { GuardianDeps } from "../deps";
import type { CommitOutcome, SessionSnapshot, StepPlan } from "../ports";
import { traceEntries } from "../trace";

const TRIES = 25;

export type AppendFailure =
  | { readonly kind: "gone" }
  | { readonly kind: "contended" }
  | { readonly kind: "store"; readonly error: Error };

/**
 * Builds a plan from the session as it is and commits it; `build` returns the plan, or its own failure to stop.
 * A plan that lost a race is built again from a fresh snapshot.
 */
export async function appendPlan<F>(
  deps: GuardianDeps,
  sessionKey: string,
  build: (snapshot: SessionSnapshot) => Promise<Result<StepPlan | null, F>>,
): Promise<Result<{ readonly plan: StepPlan | null; readonly at: number }, F | AppendFailure>> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const snapshot = await deps.store.sessionByKey(sessionKey);
    if (!snapshot) return err({ kind: "gone" });
    const plan = await build(snapshot);
    if (!plan.ok) return plan;
    if (plan.value === null) return ok({ plan: null, at: deps.clock.now() });
    const outcome: CommitOutcome = await deps.journal.commit(plan.value);
    if (outcome.kind === "committed") {
      deps.clock.observe(outcome.at);
      traceEntries(deps, snapshot, plan.value);
      return ok({ plan: plan.value, at: outcome.at });
    }
    if (outcome.kind === "failed" || outcome.kind === "unknown") return err({ kind: "store", error: outcome.error });
    await new Promise((resume) => setTimeout(resume, attempt * 3));
  }
  return err({ kind: "contended" });
}

/** A plan with nothing in it but where it belongs. */
export const emptyPlan = ({ session }: SessionSnapshot): StepPlan => ({
  tenantId: session.tenantId,
  sessionKey: session.key,
  expectedHead: { seq: session.headSeq, hash: session.headHash },
  reservations: [],
  moves: [],
  newApprovals: [],
  votes: [],
  presentations: [],
  entries: [],
  audits: [],
  events: [],
});
