/** The rows of one vote: statement, receipt and ContextEntry when it decides, the move either way. */
import {
  decidedStatement,
  receiptBytes,
  receiptHash,
  receiptObject,
  signedReceipt,
} from "../../core/approval/statement";
import { fromPlainObject, withMember } from "../../core/json/build";
import { canonicalText } from "../../core/json/canonical";
import type { JsonObject } from "../../core/json/value";
import { contextText } from "../../core/session/stored";
import type { GuardianDeps } from "../deps";
import type { ApprovalMove, ApprovalRow, NewVote, PersonRow, ServedViewRow, SessionSnapshot, StepPlan } from "../ports";
import { ChainWriter } from "../seal";
import { emptyPlan } from "./append";
import { type EffectiveAction, readObject } from "./edits";
import { approvalEvents } from "./end-items";
import { readFindings } from "./findings";
import { type Granting, proposedExtension, scopeOf } from "./grant";
import { appendGrant, grantAudit } from "./grant-rows";
import type { Resolved, ResolveInput } from "./resolution";

export interface Decision {
  readonly input: ResolveInput;
  readonly row: ApprovalRow;
  readonly person: PersonRow;
  readonly served: ServedViewRow;
  readonly action: EffectiveAction;
  readonly votes: readonly NewVote[];
  /** What this vote would grant for the session, if it asks for that. */
  readonly granting: Granting | null;
}

export function decisionPlan(
  deps: GuardianDeps,
  snapshot: SessionSnapshot,
  decision: Decision,
): { readonly plan: StepPlan; readonly resolved: Resolved } {
  const { row, input, person, action } = decision;
  const now = deps.clock.now();
  const vote = voteOf(decision);
  const agreeing = decision.votes.filter(
    (other) => other.verdict === "approve" && other.effectiveDigest === action.digest,
  );
  const votes = agreeing.length + 1;
  const outcome = input.verdict === "deny" ? "rejected" : votes >= row.votesRequired ? "approved" : "pending";
  const chain = new ChainWriter(deps, snapshot.session, now);
  let receipt: JsonObject | null = null;
  const granted = outcome === "approved" ? grantedBy(decision, agreeing) : null;
  if (outcome !== "pending") {
    receipt = receiptOf(deps, decision, { outcome, agreeing, now });
    chain.append(resolutionEntry(deps, decision, { outcome, receipt }));
    if (granted) appendGrant(chain, decision, { granted, now, receiptHash: receiptHash(deps.crypto, receipt) });
  }
  const service = person.kind === "service";
  return {
    resolved: {
      state: outcome,
      votes: input.verdict === "deny" ? agreeing.length : votes,
      needed: row.votesRequired,
      decidedAt: now,
    },
    plan: {
      ...emptyPlan(snapshot),
      person: { id: person.id, revision: person.revision, signInId: service ? null : input.signInId },
      moves: [moveOf(decision, { outcome, receipt, hash: receipt ? receiptHash(deps.crypto, receipt) : null, now })],
      votes: [vote],
      entries: chain.rows,
      ...(granted ? { session: { context: contextText(granted.context) } } : {}),
      audits: [
        ...(granted ? [grantAudit(decision, granted)] : []),
        {
          actorKind: person.kind,
          actorId: person.id,
          action: `approval.${outcome === "pending" ? "voted" : outcome}`,
          subject: `approval:${row.id}`,
          sessionKey: row.sessionKey,
          detail: {
            verdict: input.verdict,
            channel: input.channel,
            edited: action.edited,
            action_digest: action.digest,
          },
        },
      ],
      events: [
        ...approvalEvents(row.id),
        { topic: `session:${row.sessionKey}`, ref: row.sessionKey, seq: chain.rows.at(-1)?.seq ?? null },
      ],
    },
  };
}

/** A grant outlasts the request only where every vote that counts was given for the session. */
const grantedBy = ({ granting }: Decision, agreeing: readonly NewVote[]): Granting | null =>
  granting !== null && agreeing.every((vote) => scopeOf(vote) === "session") ? granting : null;

/** The statement names the digest that was decided on: after edits, the edited one. */
function statementOf({ served, input, action, row }: Decision): JsonObject {
  const reason = input.reason?.trim();
  const extension = input.verdict === "approve" ? proposedExtension(readFindings(row.findings)) : null;
  const scope = input.grant?.scope ?? "this_request";
  return decidedStatement(withMember(readObject(served.statement), "effective_digest", action.digest), {
    verdict: input.verdict,
    ...(reason ? { reason } : {}),
    ...(extension === null ? {} : { grant: fromPlainObject({ scope, capabilities: extension.capabilities }) }),
  });
}

const voteOf = (decision: Decision): NewVote => ({
  approvalId: decision.row.id,
  personId: decision.person.id,
  verdict: decision.input.verdict,
  effectiveDigest: decision.action.digest,
  viewDigest: decision.input.view_digest,
  reason: decision.input.reason?.trim() || null,
  statement: canonicalText(statementOf(decision)),
});

function receiptOf(
  deps: GuardianDeps,
  decision: Decision,
  { outcome, agreeing, now }: { outcome: "approved" | "rejected"; agreeing: readonly NewVote[]; now: number },
): JsonObject {
  const earlier = outcome === "approved" ? agreeing.map((vote) => readObject(vote.statement)) : [];
  const unsigned = receiptObject({
    statements: [...earlier, statementOf(decision)],
    outcome,
    channel: decision.input.channel,
    decided_at: new Date(now).toISOString(),
    ...(outcome === "approved" ? { use_by: new Date(releaseDeadline(decision.row, now)).toISOString() } : {}),
  });
  return signedReceipt(unsigned, deps.keyring.sign(receiptBytes(unsigned)));
}

const releaseDeadline = (row: ApprovalRow, now: number): number => now + row.useWithinS * 1000;

function resolutionEntry(
  deps: GuardianDeps,
  { row, person, input, action }: Decision,
  { outcome, receipt }: { outcome: "approved" | "rejected"; receipt: JsonObject },
) {
  return {
    stepType: "guardian/approval_resolution",
    stepId: row.requestId,
    decision: outcome === "approved" ? ("allow" as const) : ("deny" as const),
    reason: input.reason?.trim() || outcome,
    approvalId: row.id,
    content: {
      outcome,
      approver: { type: person.kind === "service" ? "service" : "human", id: person.id },
      requested_digest: row.requestedDigest,
      effective_digest: action.digest,
      receipt_hash: receiptHash(deps.crypto, receipt),
    },
  };
}

function moveOf(
  { row, person, input, action }: Decision,
  {
    outcome,
    receipt,
    hash,
    now,
  }: { outcome: "approved" | "rejected" | "pending"; receipt: JsonObject | null; hash: string | null; now: number },
): ApprovalMove {
  const common = { id: row.id, from: ["pending"] as const, revision: row.revision, when: "before_expiry" as const };
  if (!receipt || hash === null) return { ...common, to: "pending" };
  return {
    ...common,
    to: outcome,
    stamp: ["decidedAt"],
    set: {
      decidedBy: person.id,
      decisionReason: input.reason?.trim() || null,
      receipt: canonicalText(receipt),
      receiptHash: hash,
      ...(outcome === "approved" ? { useBy: releaseDeadline(row, now) } : {}),
      ...(action.edited
        ? { effectiveAction: action.text, effectiveDigest: action.digest, modifications: action.modifications }
        : {}),
    },
  };
}
