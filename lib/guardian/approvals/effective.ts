/** The action that would run: the requested one after edits, with its digest (design "Digests"). */
import { actionDigest, isWrappedMcp } from "../../core/approval/action";
import type { JsonObject, JsonValue } from "../../core/json/value";
import type { Modifications } from "../../core/policy/types";
import { ok, type Result } from "../../core/result";
import { applyModifications, type ModificationFailure } from "../../core/wire/modifications";
import type { GuardianDeps } from "../deps";
import { actionOf, type Evaluated } from "../stages/evaluate";

export interface Effective {
  readonly action: JsonObject;
  readonly digest: string;
  readonly payload: JsonValue;
}

export function effectiveOf(
  deps: Pick<GuardianDeps, "crypto">,
  evaluated: Evaluated,
  modifications: Modifications | null,
): Result<Effective, ModificationFailure> {
  const { step, snapshot } = evaluated;
  const { payload } = step.request.params;
  if (modifications === null) return ok({ action: evaluated.action, digest: evaluated.digest, payload });
  const applied = applyModifications(payload, modifications, isWrappedMcp(step.method) ? "mcp" : "step");
  if (!applied.ok) return applied;
  const action = actionOf(step, snapshot, applied.value);
  return ok({ action, digest: actionDigest(deps.crypto, action), payload: applied.value });
}
