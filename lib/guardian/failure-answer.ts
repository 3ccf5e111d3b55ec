/** Signed denials for what goes wrong after authentication. They promise nothing: no entry, no `chain_hash`. */
import type { JsonObject } from "../core/json/value";
import type { GuardianDeps } from "./deps";
import { signedAnswer } from "./seal";
import type { AdmittedStep } from "./stages/admit";

/** DENY, or at a hook that permits none, what ACS puts in its place (W§16). */
export function failureAnswer(
  deps: GuardianDeps,
  step: Pick<AdmittedStep, "id" | "signer" | "hook" | "terms" | "request">,
  { code, reasoning }: { code: string; reasoning: string },
): string {
  const denies = step.hook.permitted.includes("deny");
  const result: JsonObject = {
    type: "final",
    acs_version: step.terms.negotiated_version,
    request_id: step.request.params.request_id,
    decision: denies ? "deny" : "allow",
    reasoning: denies ? reasoning : `${reasoning}; deny is not permitted at this hook`,
    reason_codes: denies ? [code] : [code, "disposition_not_permitted"],
    metadata: { evaluator: "deterministic" },
  };
  return signedAnswer(deps, step, result);
}
