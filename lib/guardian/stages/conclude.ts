/** Stage 6: findings to one disposition that the hook permits, with approvals matched, sealed and signed. */
import type { Conclusion } from "../../core/policy/compose";
import { permittedSubstitute } from "../../core/wire/hooks/registry";
import { checkResult } from "../../core/wire/result";
import { withEnded } from "../approvals/end-items";
import { escalate } from "../approvals/escalate";
import type { ConcludeOptions, Escalated, Escalation, HeldItem } from "../approvals/escalation";
import { releaseNamed } from "../approvals/release-named";
import { concludePolicy } from "../conclude-policy";
import type { GuardianDeps } from "../deps";
import type { Draft } from "../draft";
import { denyDraft, plainDraft } from "../drafts";
import { hookDraft } from "../hook-drafts";
import type { StepPlan } from "../ports";
import { ChainWriter, resultOf, type Sealed, seal } from "../seal";
import type { Evaluated } from "./evaluate";

export interface Concluded {
  readonly sealed: Sealed;
  /** The plan only stores the item; the answer comes when people decided. */
  readonly held?: HeldItem;
}

export async function conclude(deps: GuardianDeps, evaluated: Evaluated, options: ConcludeOptions): Promise<Concluded> {
  const conclusion = concludePolicy(evaluated);
  const escalates =
    conclusion.disposition === "ask" || conclusion.disposition === "defer" || isRejected(evaluated, conclusion);
  const outcome = await outcomeOf(deps, evaluated, { conclusion, options, escalates });
  if (outcome.kind === "held")
    return { sealed: heldPlan(deps, evaluated, { draft: outcome.draft, options }), held: outcome.item };
  const releases = evaluated.step.derivedFrom?.releases;
  const decided = escalates || releases ? outcome.draft : withoutQuestion(evaluated, outcome.draft);
  const draft = sound(evaluated, hookDraft(deps, evaluated, permittedDraft(evaluated, decided)));
  // an entry that a resolver's question made says which item it was about, also where policy denied it
  const sealed = await seal(deps, evaluated, releases ? { ...draft, approvalId: releases } : draft);
  return { sealed: options.held ? { ...sealed, plan: { ...sealed.plan, reservations: [] } } : sealed };
}

async function outcomeOf(
  deps: GuardianDeps,
  evaluated: Evaluated,
  { conclusion, options, escalates }: Escalation & { escalates: boolean },
): Promise<Escalated> {
  const { hook, derivedFrom } = evaluated.step;
  const releases = derivedFrom?.releases;
  if (releases !== undefined && conclusion.disposition !== "deny")
    return { kind: "draft", draft: releaseNamed(deps, evaluated, releases) };
  if (escalates && hook.permitted.includes(conclusion.disposition))
    return escalate(deps, evaluated, { conclusion, options });
  return { kind: "draft", draft: plainDraft(evaluated, conclusion) };
}

/** What a person turned down stays turned down for the session, also when policy no longer asks. */
const isRejected = ({ snapshot, digest }: Evaluated, { disposition }: Conclusion): boolean =>
  disposition !== "deny" &&
  snapshot.approvals.some((row) => row.state === "rejected" && row.requestedDigest === digest);

/** Policy has come to allow what people were still to decide: their item must not release the same action once more. */
function withoutQuestion(evaluated: Evaluated, draft: Draft): Draft {
  if (draft.decision === "deny") return draft;
  const open = evaluated.snapshot.approvals.filter(
    (row) => row.requestedDigest === evaluated.digest && (row.state === "pending" || row.state === "prepared"),
  );
  return open.length === 0 ? draft : withEnded(draft, open, { to: "superseded", why: "policy now allows it" });
}

/** W§16: what the hook does not permit becomes deny, or allow where deny is not permitted either. */
function permittedDraft(evaluated: Evaluated, draft: Draft): Draft {
  const { method } = evaluated.step;
  const decision = permittedSubstitute(method, draft.decision);
  if (decision === draft.decision) return draft;
  const { reason_codes, reasoning, modifications, ask_details, defer_details, ...rest } = draft.body;
  const codes = Array.isArray(reason_codes) ? reason_codes : [];
  return {
    ...draft,
    decision,
    body: {
      ...rest,
      reasoning: `${typeof reasoning === "string" ? `${reasoning} ` : ""}(${draft.decision} is not permitted at this hook)`,
      reason_codes: [...new Set([...codes, "disposition_not_permitted"])],
    },
    audits: [
      ...draft.audits,
      {
        actorKind: "guardian",
        action: "disposition_not_permitted",
        subject: `request:${evaluated.step.request.params.request_id}`,
        sessionKey: evaluated.snapshot.session.key,
        detail: { method, disposition: draft.decision },
      },
    ],
  };
}

/** A result that ACS would reject is never sent: it becomes a denial that says so. */
function sound(evaluated: Evaluated, draft: Draft): Draft {
  const checked = checkResult(resultOf(evaluated.step, draft), evaluated.step.method);
  if (checked.ok) return draft;
  const denied = denyDraft(evaluated, {
    code: "evaluation_failed",
    reasoning: "The decision could not be put into a lawful answer",
  });
  return permittedDraft(evaluated, denied);
}

/** Reservation, item and event; the entry follows with the decision that is sent. */
function heldPlan(
  deps: GuardianDeps,
  { snapshot, step, bundle, now }: Evaluated,
  { draft, options }: { draft: Draft; options: ConcludeOptions },
): Sealed {
  const { session } = snapshot;
  const chain = new ChainWriter(deps, session, now);
  for (const entry of draft.earlier) chain.append(entry);
  const plan: StepPlan = {
    tenantId: step.tenantId,
    sessionKey: session.key,
    policyEpoch: bundle.epoch,
    expectedHead: { seq: session.headSeq, hash: session.headHash },
    reservations: options.held ? [] : step.reservations,
    moves: draft.moves,
    newApprovals: draft.newApprovals,
    votes: [],
    presentations: [],
    entries: chain.rows,
    audits: draft.audits,
    events: draft.events,
  };
  return { plan, answer: "" };
}
