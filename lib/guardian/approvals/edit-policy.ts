/** Policy judges an edited action before it is approved, so that nobody approves what could never run. */
import { actionDigest } from "../../core/approval/action";
import { memberAt, withMember } from "../../core/json/build";
import { type Conclusion, compose } from "../../core/policy/compose";
import { err, ok, type Result } from "../../core/result";
import { applyModifications } from "../../core/wire/modifications";
import type { GuardianDeps } from "../deps";
import type { ApprovalRow, SessionSnapshot } from "../ports";
import { policyStep } from "../stages/evaluate";
import { type EditFailure, type EffectiveAction, readObject } from "./edits";
import { dischargesOf } from "./release";

/** The release judges again, under the policy of that moment; this one is for the approver's sake. */
export async function judgeEdits(
  deps: GuardianDeps,
  { row, snapshot }: { row: ApprovalRow; snapshot: SessionSnapshot },
  edited: EffectiveAction,
): Promise<Result<void, EditFailure>> {
  if (!snapshot.agent.canModify) {
    return err({ reason: "modify_unsupported", message: "this agent's client cannot apply edits" });
  }
  const policy = await deps.store.policy(row.tenantId);
  const bundle = policy === null ? null : deps.engine.load(policy);
  if (!bundle?.ok) return err({ reason: "policy_unavailable", message: "policy cannot judge the edited action" });
  const action = readObject(edited.text);
  const environment = memberAt(action, "metadata", "environment");
  const facts = { method: row.method, ...(typeof environment === "string" ? { environment } : {}) };
  const engine = bundle.value.evaluate(policyStep(facts, snapshot, action.payload ?? null));
  const judged = compose({ ...engine, discharged: dischargesOf(row), bundle_digest: bundle.value.digest });
  return accepts(judged) ?? settles(deps, edited, judged);
}

function accepts({ disposition, reasoning }: Conclusion): Result<void, EditFailure> | null {
  if (disposition === "deny") {
    return err({ reason: "policy_denies_edit", message: `policy denies the edited action: ${reasoning}` });
  }
  if (disposition === "ask" || disposition === "defer") {
    return err({ reason: "policy_asks_edit", message: `the edited action needs another approval: ${reasoning}` });
  }
  return null;
}

/** What policy itself would change must leave the edited action as it is. */
function settles(
  deps: GuardianDeps,
  edited: EffectiveAction,
  { modifications }: Conclusion,
): Result<void, EditFailure> {
  if (modifications === null) return ok(undefined);
  const action = readObject(edited.text);
  const applied = applyModifications(action.payload ?? null, modifications);
  const digest = applied.ok ? actionDigest(deps.crypto, withMember(action, "payload", applied.value)) : null;
  if (digest === edited.digest) return ok(undefined);
  return err({ reason: "policy_overrides_edit", message: "policy sets an argument that the edit changes" });
}
