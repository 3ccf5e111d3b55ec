/** Drafts of decisions that need no person: allow, modify and the denials. */

import { canonicalText } from "../core/json/canonical";
import type { JsonObject, JsonValue } from "../core/json/value";
import type { Conclusion } from "../core/policy/compose";
import { appliedTo } from "./approvals/effective";
import { type Draft, EMPTY_DRAFT } from "./draft";
import type { AuditWrite } from "./ports";
import type { Evaluated } from "./stages/evaluate";

export function plainDraft(evaluated: Evaluated, conclusion: Conclusion): Draft {
  const body = reportBody(conclusion);
  if (conclusion.disposition !== "modify" || conclusion.modifications === null) {
    return { ...EMPTY_DRAFT, decision: conclusion.disposition, body };
  }
  const { modifications } = conclusion;
  const applied = appliedTo(evaluated.step, modifications);
  if (!applied.ok) {
    return denyDraft(evaluated, {
      code: "modification_inapplicable",
      reasoning: `Policy edits this step, but the edit does not fit it (${applied.failure.reason})`,
    });
  }
  if (!evaluated.snapshot.agent.canModify) return modifyUnsupported(evaluated, modifications as JsonObject);
  return { ...EMPTY_DRAFT, decision: "modify", body: { ...body, modifications: modifications as JsonObject } };
}

/** reasoning, codes, references and data of a conclusion; empty ones are left out. */
export function reportBody(conclusion: Conclusion): JsonObject {
  const cited = conclusion.cited_provenance_ids;
  return {
    ...(conclusion.reasoning === "" ? {} : { reasoning: conclusion.reasoning }),
    ...(conclusion.reason_codes.length === 0 ? {} : { reason_codes: conclusion.reason_codes }),
    ...(cited.length === 0 ? {} : { cited_provenance_ids: cited }),
    ...(conclusion.policy_references.length === 0
      ? {}
      : { policy_references: conclusion.policy_references.map((reference): JsonValue => ({ ...reference })) }),
    ...(Object.keys(conclusion.policy_data).length === 0 ? {} : { policy_data: conclusion.policy_data }),
  };
}

export interface Denial {
  readonly code: string;
  readonly reasoning: string;
  readonly approvalId?: string;
  readonly audit?: string;
}

export function denyDraft(evaluated: Evaluated, { code, reasoning, approvalId, audit }: Denial): Draft {
  return {
    ...EMPTY_DRAFT,
    decision: "deny",
    body: {
      reasoning,
      reason_codes: [code],
      ...(approvalId === undefined
        ? {}
        : { policy_data: { approval: { approval_id: approvalId, action_digest: evaluated.digest } } }),
    },
    approvalId: approvalId ?? null,
    audits: audit === undefined ? [] : [auditOf(evaluated, audit, { code })],
  };
}

/** ACS §6.5: the client cannot apply edits, so the step is denied and the edits are named; postCompact alone goes on. */
export function modifyUnsupported(evaluated: Evaluated, modifications: JsonObject): Draft {
  const denied = denyDraft(evaluated, {
    code: "modify_unsupported",
    reasoning: `The client cannot apply the edits that policy asks for: ${canonicalText(modifications)}`,
    audit: "modify_unsupported",
  });
  return evaluated.step.hook.permitted.includes("deny") ? denied : { ...denied, decision: "allow" };
}

export const auditOf = (evaluated: Evaluated, action: string, detail: Record<string, unknown> = {}): AuditWrite => ({
  actorKind: "guardian",
  action,
  subject: `request:${evaluated.step.request.params.request_id}`,
  sessionKey: evaluated.snapshot.session.key,
  detail,
});
