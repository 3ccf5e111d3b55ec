/** The action that would run: the requested one after edits, with its digest (design "Digests"). */
import { actionDigest, isWrappedMcp } from "../../core/approval/action";
import type { JsonObject, JsonValue } from "../../core/json/value";
import type { Modifications } from "../../core/policy/types";
import { err, ok, type Result } from "../../core/result";
import { applyModifications, type ModificationFailure, type PayloadKind } from "../../core/wire/modifications";
import { checkPayload } from "../../core/wire/payload";
import type { GuardianDeps } from "../deps";
import type { AdmittedStep } from "../stages/admit";
import { actionOf, type Evaluated } from "../stages/evaluate";

export interface Effective {
  readonly action: JsonObject;
  readonly digest: string;
  readonly payload: JsonValue;
}

/** Where the arguments of a payload stand (W§7). */
export const kindOf = (method: string): PayloadKind => (isWrappedMcp(method) ? "mcp" : "step");

export type UnfitEdits = ModificationFailure | { readonly reason: "payload_invalid"; readonly path: string };

/**
 * The payload after edits, which must still be one that the hook's schema accepts: a redaction that puts a text where an
 * object has to be can be made by nobody. A replacement of the whole content is for the client to place.
 */
export function appliedTo(
  { hook, method, request, terms }: AdmittedStep,
  modifications: Modifications,
): Result<JsonValue, UnfitEdits> {
  const applied = applyModifications(request.params.payload, modifications, kindOf(method));
  if (!applied.ok || modifications.modified_content !== undefined) return applied;
  const checked = checkPayload(hook, applied.value, terms.provenance);
  return checked.ok ? applied : err({ reason: "payload_invalid", path: "" });
}

export function effectiveOf(
  deps: Pick<GuardianDeps, "crypto">,
  evaluated: Evaluated,
  modifications: Modifications | null,
): Result<Effective, UnfitEdits> {
  const { step, snapshot } = evaluated;
  const { payload } = step.request.params;
  if (modifications === null) return ok({ action: evaluated.action, digest: evaluated.digest, payload });
  const applied = appliedTo(step, modifications);
  if (!applied.ok) return applied;
  const action = actionOf(step, snapshot, applied.value);
  return ok({ action, digest: actionDigest(deps.crypto, action), payload: applied.value });
}
