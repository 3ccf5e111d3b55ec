/** Stage 7: one step into the journal. Says what to do next: answer, refuse, or run stages 4 to 7 again. */
import { type WireFailure, wireFailure } from "../../core/wire/codes";
import type { GuardianDeps } from "../deps";
import type { CommitOutcome, SessionSnapshot } from "../ports";
import type { Sealed } from "../seal";
import type { Snapshots } from "../snapshots";
import { replayed } from "./admit";

export type Committed =
  | { readonly kind: "durable"; readonly answer: string }
  | { readonly kind: "again"; readonly policy: boolean; readonly why: CommitOutcome["kind"] }
  | { readonly kind: "refused"; readonly failure: WireFailure }
  /** Nothing was written, or nobody can tell; the client gets a signed denial. */
  | { readonly kind: "lost"; readonly code: "store_unavailable" };

export async function commit(
  deps: GuardianDeps,
  snapshots: Snapshots,
  { sealed, snapshot }: { sealed: Sealed; snapshot: SessionSnapshot },
): Promise<Committed> {
  const outcome = await deps.journal.commit(snapshots.uses.without(sealed.plan));
  switch (outcome.kind) {
    case "committed":
      deps.clock.observe(outcome.at);
      snapshots.advance(snapshot, sealed.plan, outcome.at);
      snapshots.uses.committed(sealed.plan);
      return { kind: "durable", answer: sealed.answer };
    case "replay":
      return { kind: "refused", failure: replayed(outcome.which) };
    case "key_ended":
      snapshots.forget(snapshot.session);
      return {
        kind: "refused",
        failure: wireFailure("signature_invalid", { message: "The key of this session has ended." }),
      };
    case "head_lost":
    case "approval_moved":
    case "session_closed":
    case "policy_moved":
    case "person_changed":
      return { kind: "again", policy: outcome.kind === "policy_moved", why: outcome.kind };
    case "failed":
      snapshots.forget(snapshot.session);
      deps.log("commit failed", { session: snapshot.session.key, error: outcome.error.message });
      return { kind: "lost", code: "store_unavailable" };
    case "unknown":
      snapshots.forget(snapshot.session);
      return lookUp(deps, sealed, snapshot);
  }
}

/** The connection broke at COMMIT: the stored answer says whether the step is durable. */
async function lookUp(deps: GuardianDeps, sealed: Sealed, snapshot: SessionSnapshot): Promise<Committed> {
  const requestId = sealed.plan.envelope?.requestId ?? "";
  try {
    const stored = await deps.store.answer(snapshot.session.key, requestId);
    if (stored !== null) return { kind: "durable", answer: stored };
  } catch (error) {
    deps.log("look-up after a lost connection failed", { session: snapshot.session.key, error: String(error) });
  }
  deps.log("delivery unknown", { session: snapshot.session.key, request: requestId });
  void deps.journal.commit({
    tenantId: snapshot.session.tenantId,
    sessionKey: snapshot.session.key,
    requireOpen: false,
    reservations: [],
    moves: [],
    newApprovals: [],
    votes: [],
    presentations: [],
    entries: [],
    audits: [
      {
        actorKind: "guardian",
        action: "delivery_unknown",
        subject: `request:${requestId}`,
        sessionKey: snapshot.session.key,
      },
    ],
    events: [],
  });
  return { kind: "lost", code: "store_unavailable" };
}
