/** What single hooks add to a draft: results close released steps, the end withdraws what is open, claims are kept. */

import { member, memberAt } from "../core/json/build";
import { canonicalText } from "../core/json/canonical";
import { isJsonObject, type JsonValue } from "../core/json/value";
import { approvalEvents, endItem, isLive } from "./approvals/end-items";
import type { GuardianDeps } from "./deps";
import type { Draft } from "./draft";
import { auditOf } from "./drafts";
import type { AuditWrite, ReleasedStep, SessionSnapshot, StepPlan } from "./ports";
import type { Evaluated } from "./stages/evaluate";
import { wrappedCall } from "./wrapped-call";

export function hookDraft(deps: GuardianDeps, evaluated: Evaluated, draft: Draft): Draft {
  const claimed = withClaim(deps, evaluated, withNotes(evaluated, withSession(evaluated, draft)));
  if (evaluated.step.method === "steps/sessionEnd") return withEnd(evaluated, claimed);
  const answer = answerOf(deps, evaluated);
  return answer ? withResult(evaluated, claimed, answer) : claimed;
}

/** A step that reports what a call came to, with the released call that it belongs to. */
interface CallAnswer {
  readonly released: ReleasedStep | undefined;
  readonly isBlocked: boolean;
}

function answerOf({ crypto }: GuardianDeps, { step, snapshot }: Evaluated): CallAnswer | null {
  const { payload } = step.request.params;
  if (step.method === "steps/toolCallResult") {
    return { released: matchingRelease(payload, snapshot), isBlocked: member(payload, "exit_status") === "blocked" };
  }
  const wrapped = wrappedCall(crypto, { method: step.method, metadata: step.params.metadata ?? null, payload });
  if (wrapped?.part !== "answer") return null;
  return { released: snapshot.released.find((call) => call.callRef === wrapped.ref), isBlocked: false };
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

/** Codes and data that come on top of whatever was decided. */
function withNotes(evaluated: Evaluated, draft: Draft): Draft {
  const { reason_codes, data, audits } = evaluated.notes;
  if (reason_codes.length === 0 && data === null) return draft;
  const codes = Array.isArray(draft.body.reason_codes) ? draft.body.reason_codes : [];
  const known = isJsonObject(draft.body.policy_data) ? draft.body.policy_data : {};
  const agbom = isJsonObject(known.agbom) ? known.agbom : {};
  return {
    ...draft,
    body: {
      ...draft.body,
      ...(reason_codes.length === 0 ? {} : { reason_codes: [...new Set([...codes, ...reason_codes])] }),
      ...(data === null ? {} : { policy_data: { ...known, agbom: { ...agbom, ...data } } }),
    },
    audits: [...draft.audits, ...audits.map(({ action, detail }) => auditOf(evaluated, action, detail))],
  };
}

/** Somebody named an approval that covers something else: kept, to be shown beside what was approved. */
function withClaim(deps: GuardianDeps, evaluated: Evaluated, draft: Draft): Draft {
  const approval = evaluated.consulted.claimed?.approval;
  const mismatch = evaluated.findings.some((finding) => finding.reason_code === "approval_digest_mismatch");
  const audits = [...draft.audits, ...findingAudits(evaluated)];
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

/** Findings that somebody should hear of whatever the decision is, by reason code (W§17.3). */
const AUDITED: { readonly [code: string]: string } = {
  chain_mismatch: "chain_mismatch",
  intent_mismatch: "intent_mutation_rejected",
};

function findingAudits(evaluated: Evaluated): readonly AuditWrite[] {
  const codes = new Set(evaluated.findings.map((finding) => finding.reason_code ?? ""));
  return [...codes].flatMap((code) =>
    Object.hasOwn(AUDITED, code) ? [auditOf(evaluated, AUDITED[code] ?? code)] : [],
  );
}

function withResult(evaluated: Evaluated, draft: Draft, { released, isBlocked }: CallAnswer): Draft {
  // a call that the agent's side blocked did not run, so it needed no release
  if (!released && isBlocked) return draft;
  if (!released) {
    const codes = Array.isArray(draft.body.reason_codes) ? draft.body.reason_codes : [];
    return {
      ...draft,
      body: { ...draft.body, reason_codes: [...codes, "executed_without_release"] },
      audits: [...draft.audits, auditOf(evaluated, "executed_without_release")],
    };
  }
  const item = evaluated.snapshot.approvals.find((row) => row.id === released.approvalId);
  const base = { ...draft, resultOf: released.requestId, approvalId: released.approvalId, tool: released.tool };
  if (!item) return base;
  return {
    ...base,
    moves: [...draft.moves, { id: item.id, from: ["consumed"], to: "consumed", when: "none", stamp: ["resultAt"] }],
    events: [...draft.events, ...approvalEvents(item.id)],
  };
}

/** By `request_id_ref` when given; else the oldest released step of the same tool. */
function matchingRelease(payload: JsonValue, snapshot: SessionSnapshot): ReleasedStep | undefined {
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
