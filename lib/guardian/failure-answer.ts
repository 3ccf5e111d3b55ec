/** Signed denials for what goes wrong after authentication. They promise nothing: no entry, no `chain_hash`. */
import type { JsonObject } from "../core/json/value";
import { wireFailure } from "../core/wire/codes";
import { parseRequest } from "../core/wire/envelope";
import { hookFor } from "../core/wire/hooks/registry";
import type { GuardianDeps } from "./deps";
import { StoreUnavailable } from "./ports";
import { signedAnswer } from "./seal";
import type { AdmittedStep } from "./stages/admit";
import { answerRefusal, bytesOf } from "./stages/answer";
import type { Authenticated } from "./stages/authenticate";
import { traceFailure } from "./trace";

const ACS_VERSION = "0.1.0";

/**
 * What an authenticated message is told when its stages failed. A step gets a signed DENY even though its session could
 * not be read: an error would send the agent to its failure posture, which may be to proceed (W§17.3).
 */
export async function failedAnswer(deps: GuardianDeps, message: Authenticated, error: unknown): Promise<Uint8Array> {
  const isStore = error instanceof StoreUnavailable;
  const hook = hookFor(message.method);
  const request = parseRequest(message.message);
  if (!hook || !request.ok) {
    const failure = wireFailure(isStore ? "store_failed" : "guardian_defect");
    return answerRefusal(deps, { failure, id: message.id, signer: message.signer, context: message.context });
  }
  const code = isStore ? "store_unavailable" : "evaluation_failed";
  deps.journal.refused({ ...message.context, code: 0, reason: code });
  const reasoning = isStore ? "The store cannot be reached" : "The Guardian failed on this step";
  const step = { ...message, hook, request: request.value, terms: { negotiated_version: ACS_VERSION } };
  const bytes = bytesOf(await failureAnswer(deps, step, { code, reasoning }));
  traceFailure(deps, message, bytes);
  return bytes;
}

/** DENY, or at a hook that permits none, what ACS puts in its place (W§16). */
export function failureAnswer(
  deps: GuardianDeps,
  step: Pick<AdmittedStep, "id" | "signer" | "hook" | "request"> & {
    readonly terms: { readonly negotiated_version: string };
  },
  { code, reasoning }: { code: string; reasoning: string },
): string | Promise<string> {
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
