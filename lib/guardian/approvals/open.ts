/** Opens an item in the queue, or says why nobody could decide on it. */

import { APPROVAL_CODE_TEXT, type ApprovalCode } from "../../core/approval/codes";
import { approverGroups, mayDecide } from "../../core/approval/eligibility";
import { sentenceOf } from "../../core/approval/sentence-of";
import { canonicalText } from "../../core/json/canonical";
import type { JsonObject, JsonValue } from "../../core/json/value";
import type { EscalationTerms } from "../../core/policy/escalation";
import { itemFor } from "../../core/session/terms";
import type { GuardianDeps } from "../deps";
import { auditOf, denyDraft, modifyUnsupported } from "../drafts";
import type { NewApproval } from "../ports";
import type { Evaluated } from "../stages/evaluate";
import { toolNameOf } from "../wrapped-call";
import { askBody, askSubstitute, needsSubstitute } from "./ask";
import { type Effective, effectiveOf } from "./effective";
import { approvalEvents } from "./end-items";
import type { Escalated, Escalation } from "./escalation";

export interface Opening extends Escalation {
  readonly attempt: number;
}

export async function openItem(deps: GuardianDeps, evaluated: Evaluated, opening: Opening): Promise<Escalated> {
  const { conclusion } = opening;
  const terms = conclusion.ask ?? conclusion.defer;
  if (!terms) throw new Error("an escalation has terms");
  const effective = effectiveOf(deps, evaluated, conclusion.modifications);
  if (!effective.ok) {
    const reasoning = `Policy edits this step, but the edit does not fit it (${effective.failure.reason})`;
    return { kind: "draft", draft: denyDraft(evaluated, { code: "modification_inapplicable", reasoning }) };
  }
  const { agent } = evaluated.snapshot;
  if (conclusion.modifications !== null && !agent.canModify) {
    return { kind: "draft", draft: modifyUnsupported(evaluated, conclusion.modifications as JsonObject) };
  }
  // what people need not decide may be opened although none of them could
  const isForPeople = conclusion.defer === null || conclusion.defer.method === "human_approval";
  const obstacle = await obstacleOf(deps, evaluated, { terms, isForPeople });
  if (obstacle) return refused(evaluated, obstacle);
  // nobody opens a question that the client can neither ask nor wait for
  const item = newItem(deps, evaluated, { opening, terms, effective: effective.value, isForPeople });
  if (itemFor(evaluated.step.terms) === "none") return { kind: "draft", draft: askBody(evaluated, conclusion, item) };
  const substituted = needsSubstitute(evaluated, item) ? askSubstitute(evaluated, { ...opening, item }) : null;
  if (substituted && agent.askSubstitute === "deny") return substituted;
  const outcome: Escalated = substituted ?? { kind: "draft", draft: askBody(evaluated, conclusion, item) };
  const isPrepared = item.state === "prepared";
  const named = { approval_id: item.id, action_digest: item.requestedDigest };
  const opened = auditOf(evaluated, isPrepared ? "approval.prepared" : "approval.opened", named);
  return {
    ...outcome,
    draft: {
      ...outcome.draft,
      approvalId: item.id,
      newApprovals: [item],
      audits: [...outcome.draft.audits, opened],
      events: [...outcome.draft.events, ...(isPrepared ? [] : approvalEvents(item.id))],
    },
  };
}

async function obstacleOf(
  deps: GuardianDeps,
  evaluated: Evaluated,
  { terms, isForPeople }: { terms: EscalationTerms; isForPeople: boolean },
): Promise<ApprovalCode | null> {
  const { session, agent } = evaluated.snapshot;
  const isFull = async () => (await deps.store.openApprovals(agent.key)) >= agent.pendingCap;
  if (!isForPeople) return (await isFull()) ? "approval_backlog" : null;
  const [group = ""] = approverGroups(terms.approvers);
  const candidates = await deps.store.eligible(session.tenantId, group);
  const users = [session.userId, userOf(evaluated)];
  const able = candidates.filter((person) =>
    users.every((userId) => mayDecide({ person, approval: terms, session: { userId, ownerId: agent.ownerId } }).ok),
  );
  if (able.length < terms.votes) return "approver_unavailable";
  return (await isFull()) ? "approval_backlog" : null;
}

const userOf = ({ step }: Evaluated): string | null => step.request.params.metadata.user_context?.user_id ?? null;

const refused = (evaluated: Evaluated, code: ApprovalCode): Escalated => ({
  kind: "draft",
  draft: denyDraft(evaluated, { code, reasoning: APPROVAL_CODE_TEXT[code], audit: code }),
});

/** Agent Hooks asks people at its own time, and about tool calls alone (decision 0040). */
const waitsForResolver = ({ method, terms }: Evaluated["step"]): boolean =>
  method === "steps/toolCallRequest" && itemFor(terms) === "prepared";

function newItem(
  deps: GuardianDeps,
  evaluated: Evaluated,
  {
    opening,
    terms,
    effective,
    isForPeople,
  }: { opening: Opening; terms: EscalationTerms; effective: Effective; isForPeople: boolean },
): NewApproval {
  const { conclusion, attempt } = opening;
  const { session, agent } = evaluated.snapshot;
  const forHooks = isForPeople && waitsForResolver(evaluated.step);
  const asking = conclusion.findings.filter(({ disposition }) => disposition !== "deny");
  return {
    id: `apr_${deps.ids.uuid()}`,
    tenantId: session.tenantId,
    sessionKey: session.key,
    agentKey: agent.key,
    kind: conclusion.disposition === "defer" ? "defer" : "ask",
    state: forHooks ? "prepared" : "pending",
    forHooks,
    requestId: evaluated.step.request.params.request_id.toLowerCase(),
    method: evaluated.step.method,
    tool: toolNameOf(evaluated.step.method, evaluated.step.request.params.payload),
    requestedDigest: evaluated.digest,
    effectiveDigest: effective.digest,
    requestedAction: canonicalText(evaluated.action),
    effectiveAction: canonicalText(effective.action),
    modifications: conclusion.modifications === null ? null : canonicalText(conclusion.modifications as JsonObject),
    findings: canonicalText(asking as unknown as JsonValue),
    risk: terms.risk,
    approvers: terms.approvers,
    votesRequired: terms.votes,
    question: sentenceOf(effective.action),
    bundleDigest: evaluated.bundle.digest,
    expiresAt: evaluated.now + terms.timeout_s * 1000,
    useWithinS: terms.use_within_s,
    attempt,
  };
}
