/** Puts a prepared item before people, or gives an undecided one the context that asks now (design "Life cycle"). */
import { toHex } from "../../core/encoding";
import { utf8 } from "../../core/json/canonical";
import { err, ok, type Result } from "../../core/result";
import { type AppendFailure, appendPlan, emptyPlan } from "../approvals/append";
import { approvalEvents } from "../approvals/end-items";
import { isUndecided } from "../approvals/lapse";
import type { GuardianDeps } from "../deps";
import type { SessionSnapshot, StepPlan } from "../ports";
import { type ApprovalRow, StoreUnavailable } from "../ports";
import { ChainWriter } from "../seal";
import type { Asked } from "./asked";

/** Nobody sees it yet, or it is shown for the context of another emission. */
export const needsOpening = (row: ApprovalRow, { identity }: Asked): boolean =>
  row.interceptionPoint === null || row.contextIdentity !== identity;

/**
 * `voted` where people have begun to decide for another context: what they saw must stay what they decide on. An item that
 * is decided or over by now is left as it is. Rejects with StoreUnavailable.
 */
export async function openItemFor(deps: GuardianDeps, row: ApprovalRow, asked: Asked): Promise<Result<void, "voted">> {
  const written = await appendPlan<"voted">(deps, row.sessionKey, async (snapshot) => {
    const current = snapshot.approvals.find((item) => item.id === row.id);
    if (!current || !isUndecided(current) || deps.clock.now() >= current.expiresAt) return ok(null);
    if (!needsOpening(current, asked)) return ok(null);
    const votes = current.interceptionPoint === null ? [] : await deps.store.votes(current.id);
    return votes.length > 0 ? err("voted" as const) : ok(openingPlan(deps, snapshot, { row: current, asked }));
  });
  if (written.ok) return ok(undefined);
  if (written.failure === "voted") return err("voted");
  throw new StoreUnavailable(reasonOf(written.failure));
}

const reasonOf = (failure: AppendFailure): unknown =>
  failure.kind === "store" ? failure.error : `the item could not be opened: ${failure.kind}`;

function openingPlan(
  deps: GuardianDeps,
  snapshot: SessionSnapshot,
  { row, asked }: { row: ApprovalRow; asked: Asked },
): StepPlan {
  const chain = new ChainWriter(deps, snapshot.session, deps.clock.now());
  const isFirst = row.interceptionPoint === null;
  const entry = chain.append({
    stepType: "guardian/approval_opened",
    stepId: row.requestId,
    decision: row.kind,
    reason: isFirst ? "the host asks people" : "the host asks for another context",
    approvalId: row.id,
    content: {
      interception_point: asked.point,
      context_identity: asked.identity,
      context_hash: toHex(deps.crypto.sha256(utf8(asked.context))),
      requested_digest: row.requestedDigest,
      effective_digest: row.effectiveDigest,
    },
  });
  const named = { approval_id: row.id, action_digest: row.requestedDigest, interception_point: asked.point };
  return {
    ...emptyPlan(snapshot),
    moves: [
      {
        id: row.id,
        from: [row.state],
        to: "pending",
        revision: row.revision,
        when: "before_expiry",
        set: { interceptionPoint: asked.point, contextIdentity: asked.identity, hookContext: asked.context },
      },
    ],
    entries: chain.rows,
    audits: [
      {
        actorKind: "agent",
        actorId: snapshot.agent.agentId,
        action: isFirst ? "approval.opened" : "approval.context_replaced",
        subject: `approval:${row.id}`,
        sessionKey: row.sessionKey,
        detail: named,
      },
    ],
    events: [...approvalEvents(row.id), { topic: `session:${row.sessionKey}`, ref: row.sessionKey, seq: entry.seq }],
  };
}
