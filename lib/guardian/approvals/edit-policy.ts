/** Policy judges an edited action before it is approved, so that nobody approves what could never run. */
import { actionDigest } from "../../core/approval/action";
import { withMember } from "../../core/json/build";
import { isJsonObject } from "../../core/json/value";
import { type Conclusion, compose } from "../../core/policy/compose";
import { err, ok, type Result } from "../../core/result";
import { needsOf } from "../../core/session/needs";
import { applyModifications } from "../../core/wire/modifications";
import { contextOf } from "../contexts";
import type { GuardianDeps } from "../deps";
import type { ApprovalRow, SessionSnapshot } from "../ports";
import { judgePayload } from "../rules";
import { type EditFailure, type EffectiveAction, readObject } from "./edits";
import { kindOf } from "./effective";
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
  const payload = isJsonObject(action.payload) ? action.payload : {};
  const metadata = isJsonObject(action.metadata) ? action.metadata : {};
  const knowledge = await deps.store.knowledge(snapshot.session, needsOf(row.method, payload, metadata));
  const facts = { method: row.method, request_id: row.requestId, metadata, snapshot, knowledge, bundle: bundle.value };
  const context = contextOf(snapshot.session);
  const judged = judgePayload({ ...facts, context, now: deps.clock.now() }, action.payload ?? null);
  const conclusion = compose({ ...judged, discharged: dischargesOf(row), bundle_digest: bundle.value.digest });
  return accepts(conclusion) ?? settles(deps, { edited, method: row.method }, conclusion);
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
  { edited, method }: { edited: EffectiveAction; method: string },
  { modifications }: Conclusion,
): Result<void, EditFailure> {
  if (modifications === null) return ok(undefined);
  const action = readObject(edited.text);
  const applied = applyModifications(action.payload ?? null, modifications, kindOf(method));
  const digest = applied.ok ? actionDigest(deps.crypto, withMember(action, "payload", applied.value)) : null;
  if (digest === edited.digest) return ok(undefined);
  return err({ reason: "policy_overrides_edit", message: "policy sets an argument that the edit changes" });
}
