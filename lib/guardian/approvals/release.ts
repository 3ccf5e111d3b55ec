/** Release: a full re-evaluation in which the approval settles only what its receipt names (design "Release"). */
import { EVERY_APPROVER } from "../../core/approval/eligibility";
import { canonicalText } from "../../core/json/canonical";
import type { JsonObject, JsonValue } from "../../core/json/value";
import { type Conclusion, compose, type Discharge } from "../../core/policy/compose";
import type { Modifications } from "../../core/policy/types";
import { concludePolicy } from "../conclude-policy";
import type { GuardianDeps } from "../deps";
import { type Draft, EMPTY_DRAFT } from "../draft";
import { auditOf, modifyUnsupported, plainDraft, reportBody } from "../drafts";
import type { ApprovalRow } from "../ports";
import { judgePayload } from "../rules";
import { type Evaluated, ruleFacts } from "../stages/evaluate";
import { readObject } from "./edits";
import { effectiveOf } from "./effective";
import { approvalEvents } from "./end-items";
import { readFindings } from "./findings";

export type Release =
  | { readonly kind: "released"; readonly draft: Draft }
  | { readonly kind: "denied"; readonly draft: Draft }
  /** The approval no longer covers what policy asks for. */
  | { readonly kind: "void"; readonly why: string };

export function release(deps: GuardianDeps, evaluated: Evaluated, row: ApprovalRow): Release {
  const discharged = dischargesOf(row);
  const asked = concludePolicy(evaluated, discharged);
  const edits = row.modifications === null ? null : (readObject(row.modifications) as Modifications);
  const effective = effectiveOf(deps, evaluated, edits);
  if (!effective.ok) return { kind: "void", why: "the approved edits no longer fit the action" };
  if (asked.disposition === "deny") return { kind: "denied", draft: plainDraft(evaluated, asked) };
  if (effective.value.digest !== row.effectiveDigest) return { kind: "void", why: "another action would run" };
  const judged = edits === null ? asked : judgeEdited(evaluated, effective.value.payload, discharged);
  if (judged.disposition === "deny") return { kind: "denied", draft: plainDraft(evaluated, judged) };
  if (isOpen(asked) || isOpen(judged)) return { kind: "void", why: "policy now asks for more than was approved" };
  if (!isSettled(deps, evaluated, { judged, edits, digest: row.effectiveDigest })) {
    return { kind: "void", why: "policy now changes the action in another way" };
  }
  if (edits !== null && !evaluated.snapshot.agent.canModify) {
    return { kind: "denied", draft: modifyUnsupported(evaluated, edits as JsonObject) };
  }
  return { kind: "released", draft: releasedDraft(evaluated, { row, judged, edits }) };
}

const isOpen = ({ disposition }: Conclusion): boolean => disposition === "ask" || disposition === "defer";

/** A rule's own group counts beside the one that decided: whoever may decide for it may also hand the item on. */
export const dischargesOf = (row: ApprovalRow): readonly Discharge[] =>
  readFindings(row.findings).flatMap(({ rule_id, disposition, approvers = EVERY_APPROVER }) =>
    disposition === "ask" || disposition === "defer"
      ? [{ rule_id, disposition, votes: row.votesRequired, approvers: `${row.approvers},${approvers}` }]
      : [],
  );

/** Edited content is judged by every rule like any other. */
function judgeEdited(evaluated: Evaluated, payload: JsonValue, discharged: readonly Discharge[]): Conclusion {
  const judged = judgePayload(ruleFacts(evaluated), payload);
  return compose({ ...judged, discharged, bundle_digest: evaluated.bundle.digest });
}

/** What policy would still edit must leave the approved action as it is. */
function isSettled(
  deps: GuardianDeps,
  evaluated: Evaluated,
  { judged, edits, digest }: { judged: Conclusion; edits: Modifications | null; digest: string },
): boolean {
  if (judged.modifications === null) return true;
  const first = effectiveOf(deps, evaluated, edits);
  if (!first.ok) return false;
  const params = { ...evaluated.step.request.params, payload: first.value.payload };
  const request = { ...evaluated.step.request, params } as Evaluated["step"]["request"];
  const again = effectiveOf(deps, { ...evaluated, step: { ...evaluated.step, request } }, judged.modifications);
  return again.ok && again.value.digest === digest;
}

function releasedDraft(
  evaluated: Evaluated,
  { row, judged, edits }: { row: ApprovalRow; judged: Conclusion; edits: Modifications | null },
): Draft {
  const approval = {
    approval_id: row.id,
    action_digest: row.requestedDigest,
    effective_digest: row.effectiveDigest,
    ...(row.receiptHash === null ? {} : { receipt_hash: row.receiptHash }),
  };
  const report = reportBody(judged);
  const reasoning = "Approved by a reviewer; this is its one release.";
  return {
    ...EMPTY_DRAFT,
    decision: edits === null ? "allow" : "modify",
    approvalId: row.id,
    body: {
      ...report,
      reasoning:
        edits === null
          ? reasoning
          : `${reasoning} The approved action has edits: ${canonicalText(edits as JsonObject)}`,
      reason_codes: [...judged.reason_codes, "approval_released"],
      policy_data: { ...judged.policy_data, approval },
      ...(edits === null ? {} : { modifications: edits as JsonObject }),
    },
    moves: [
      {
        id: row.id,
        from: ["approved"],
        to: "consumed",
        revision: row.revision,
        when: "before_use_by",
        stamp: ["consumedAt"],
        set: { consumedRequestId: evaluated.step.request.params.request_id.toLowerCase() },
      },
    ],
    audits: [auditOf(evaluated, "approval.consumed", { approval_id: row.id, action_digest: row.effectiveDigest })],
    events: approvalEvents(row.id),
  };
}
