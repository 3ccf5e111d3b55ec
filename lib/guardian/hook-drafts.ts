/** What single hooks add to a draft: results close released steps, the end withdraws what is open, claims are kept. */

import { member, memberAt } from "../core/json/build";
import { canonicalText } from "../core/json/canonical";
import { approvalEvents, endItem, isLive } from "./approvals/end-items";
import type { GuardianDeps } from "./deps";
import type { Draft } from "./draft";
import { auditOf } from "./drafts";
import type { ReleasedStep, StepPlan } from "./ports";
import type { Evaluated } from "./stages/evaluate";

export function hookDraft(deps: GuardianDeps, evaluated: Evaluated, draft: Draft): Draft {
  const claimed = withClaim(deps, evaluated, withSession(evaluated, draft));
  switch (evaluated.step.method) {
    case "steps/toolCallResult":
      return withResult(evaluated, claimed);
    case "steps/sessionEnd":
      return withEnd(evaluated, claimed);
    default:
      return claimed;
  }
}

/** The person behind the session and the platform are taken from the first step that names them. */
function withSession({ step, snapshot, consulted }: Evaluated, draft: Draft): Draft {
  const { metadata } = step.request.params;
  const { session } = snapshot;
  const patch: NonNullable<StepPlan["session"]> = {
    ...(session.userId === null && metadata.user_context?.user_id ? { userId: metadata.user_context.user_id } : {}),
    ...(session.platform === null && metadata.platform ? { platform: metadata.platform } : {}),
    ...(typeof consulted.hintSeq === "number" && consulted.hintSeq > session.ackSeq
      ? { ackSeq: consulted.hintSeq }
      : {}),
  };
  return Object.keys(patch).length === 0 ? draft : { ...draft, session: { ...draft.session, ...patch } };
}

/** Somebody named an approval that covers something else: kept, to be shown beside what was approved. */
function withClaim(deps: GuardianDeps, evaluated: Evaluated, draft: Draft): Draft {
  const approval = evaluated.consulted.claimed?.approval;
  const mismatch = evaluated.findings.some((finding) => finding.reason_code === "approval_digest_mismatch");
  const chain = evaluated.findings.some((finding) => finding.reason_code === "chain_mismatch");
  const audits = chain ? [...draft.audits, auditOf(evaluated, "chain_mismatch")] : draft.audits;
  if (!mismatch) return { ...draft, audits };
  const named = { claimed: evaluated.consulted.claimed?.id, action_digest: evaluated.digest };
  const audited = { ...draft, audits: [...audits, auditOf(evaluated, "approval.digest_mismatch", named)] };
  if (!approval) return audited;
  return {
    ...audited,
    presentations: [
      {
        id: `prs_${deps.ids.uuid()}`,
        approvalId: approval.id,
        requestId: evaluated.step.request.params.request_id,
        presentedDigest: evaluated.digest,
        presentedAction: canonicalText(evaluated.action),
      },
    ],
    events: [...audited.events, ...approvalEvents(approval.id)],
  };
}

function withResult(evaluated: Evaluated, draft: Draft): Draft {
  const released = matchingRelease(evaluated);
  // a call that the agent's side blocked did not run, so it needed no release
  if (!released && member(evaluated.step.request.params.payload, "exit_status") === "blocked") return draft;
  if (!released) {
    const codes = Array.isArray(draft.body.reason_codes) ? draft.body.reason_codes : [];
    return {
      ...draft,
      body: { ...draft.body, reason_codes: [...codes, "executed_without_release"] },
      audits: [...draft.audits, auditOf(evaluated, "executed_without_release")],
    };
  }
  const item = evaluated.snapshot.approvals.find((row) => row.id === released.approvalId);
  const base = { ...draft, resultOf: released.requestId, approvalId: released.approvalId };
  if (!item) return base;
  return {
    ...base,
    moves: [...draft.moves, { id: item.id, from: ["consumed"], to: "consumed", when: "none", stamp: ["resultAt"] }],
    events: [...draft.events, ...approvalEvents(item.id)],
  };
}

/** By `request_id_ref` when given; else the oldest released step of the same tool. */
function matchingRelease({ step, snapshot }: Evaluated): ReleasedStep | undefined {
  const { payload } = step.request.params;
  const ref = member(payload, "request_id_ref");
  if (typeof ref === "string") {
    return snapshot.released.find((released) => released.requestId.toLowerCase() === ref.toLowerCase());
  }
  const tool = memberAt(payload, "tool", "name");
  return snapshot.released.find((released) => released.tool === tool);
}

/** Everything that could still take effect is withdrawn before the end's own entry. */
function withEnd(evaluated: Evaluated, draft: Draft): Draft {
  const ended = evaluated.snapshot.approvals
    .filter(isLive)
    .map((row) => endItem(row, "cancelled", "withdrawn: session ended"));
  const { key } = evaluated.snapshot.session;
  const reason = member(evaluated.step.request.params.payload, "reason");
  return {
    ...draft,
    earlier: [...draft.earlier, ...ended.map((item) => item.entry)],
    moves: [...draft.moves, ...ended.map((item) => item.move)],
    audits: [...draft.audits, ...ended.map((item) => item.audit)],
    events: [...draft.events, ...ended.flatMap((item) => item.events), { topic: "sessions", ref: key }],
    session: { ...draft.session, state: "closed", closeReason: typeof reason === "string" ? reason : "ended" },
  };
}
