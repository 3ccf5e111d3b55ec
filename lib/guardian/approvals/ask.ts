/** What an ASK, a DEFER and their substitutes say (ACS §6, §9.2; W§6). */
import { fromPlainObject } from "../../core/json/build";
import type { JsonObject } from "../../core/json/value";
import type { Conclusion } from "../../core/policy/compose";
import { itemFor } from "../../core/session/terms";
import { type Draft, EMPTY_DRAFT } from "../draft";
import { auditOf, denyDraft, reportBody } from "../drafts";
import type { ApprovalRow, NewApproval } from "../ports";
import type { Evaluated } from "../stages/evaluate";
import type { Escalated, Escalation } from "./escalation";

export type Item = ApprovalRow | NewApproval;

/** `item` is not named where it is not kept. */
export function askBody(evaluated: Evaluated, conclusion: Conclusion, item: Item): Draft {
  const isKept = itemFor(evaluated.step.terms) !== "none";
  const base = isKept ? withApproval(conclusion, item) : reportBody(conclusion);
  const left = Math.max(1, Math.ceil((item.expiresAt - evaluated.now) / 1000));
  if (item.kind === "defer") {
    return { ...EMPTY_DRAFT, decision: "defer", body: { ...base, defer_details: deferDetails(conclusion, left) } };
  }
  const extension = conclusion.ask?.intent_extension;
  const ask_details = {
    approver: { type: "human", id: item.approvers },
    question: item.question,
    context: conclusion.reasoning,
    timeout_seconds: left,
    timeout_disposition: "deny",
    ...(extension === undefined ? {} : { intent_extension: fromPlainObject(extension) }),
  };
  return { ...EMPTY_DRAFT, decision: "ask", body: { ...base, ask_details } };
}

function deferDetails({ defer }: Conclusion, left: number): JsonObject {
  return {
    reason: defer?.reason ?? "insufficient_context",
    resolution_method: defer?.method ?? "human_approval",
    resolution_timeout_ms: left * 1000,
    timeout_decision: defer?.timeout_decision ?? "deny",
    ...(defer && defer.required_context.length > 0 ? { required_context: defer.required_context } : {}),
  };
}

function withApproval(conclusion: Conclusion, item: Item): JsonObject {
  const report = reportBody(conclusion);
  const approval = {
    approval_id: item.id,
    action_digest: item.requestedDigest,
    expires_at: new Date(item.expiresAt).toISOString(),
  };
  return { ...report, policy_data: { ...conclusion.policy_data, approval } };
}

/** A client that cannot ASK may still be told to DEFER. An Agent Hooks host has said itself what it does with an ASK. */
export const needsSubstitute = ({ snapshot, step }: Evaluated, item: Item): boolean =>
  item.kind === "ask" && !snapshot.agent.canAsk && step.terms.agent_hooks === undefined;

/** ACS §9.2 for a client that cannot ASK: hold its request, defer, or deny; each but the hold leaves an audit event. */
export function askSubstitute(
  evaluated: Evaluated,
  { conclusion, options, item }: Escalation & { item: Item },
): Escalated {
  const { askSubstitute: setting } = evaluated.snapshot.agent;
  if (setting === "hold" && !options.waitOver && !options.holdsFull) {
    return { kind: "held", draft: { ...EMPTY_DRAFT, decision: "ask", body: {} }, item: { approvalId: item.id } };
  }
  const audits = [auditOf(evaluated, "ask_substituted", { setting, approval_id: item.id })];
  if (setting === "deny") {
    const denied = denyDraft(evaluated, {
      code: "approver_unavailable",
      reasoning: "The client cannot route this question to a person",
    });
    return { kind: "draft", draft: { ...denied, audits } };
  }
  const body = withApproval(conclusion, item);
  const left = Math.max(1, Math.ceil((item.expiresAt - evaluated.now) / 1000));
  const codes = Array.isArray(body.reason_codes) ? body.reason_codes : [];
  return {
    kind: "draft",
    draft: {
      ...EMPTY_DRAFT,
      decision: "defer",
      approvalId: item.id,
      audits,
      body: {
        ...body,
        reason_codes: [...new Set([...codes, "approver_unavailable"])],
        defer_details: {
          reason: "pending_dependency",
          resolution_method: "human_approval",
          resolution_timeout_ms: left * 1000,
          timeout_decision: "deny",
        },
      },
    },
  };
}
