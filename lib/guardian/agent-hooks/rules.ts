/** `guardian/agentHooks/rules`: the host rules of the bundle in force, for the host that applies them. */
import { fromPlain, fromPlainObject } from "../../core/json/build";
import { isJsonObject } from "../../core/json/value";
import { wireFailure } from "../../core/wire/codes";
import type { StepDesk } from "../answer-step";
import { extensionAnswer, refuseExtension } from "../extension";
import { StoreUnavailable } from "../ports";
import type { AdmittedExtension } from "../stages/admit";

/** Rejects with StoreUnavailable where no bundle can be read: a host without its rules has to block. */
export async function answerRules({ deps, policies }: StepDesk, message: AdmittedExtension): Promise<Uint8Array> {
  const { payload } = message.request.params;
  if (!isJsonObject(payload) || Object.keys(payload).length > 0) {
    return refuseExtension(deps, message, wireFailure("payload_invalid", { field: "params.payload" }));
  }
  const bundle = await policies.current(message.tenantId, true);
  if (!bundle.ok) throw new StoreUnavailable(bundle.failure.message);
  const { digest, hostRules } = bundle.value;
  const facts = fromPlainObject({ bundle_digest: digest, rules: fromPlain(hostRules) });
  return extensionAnswer(deps, message, { extension: "agent-hooks/1", facts });
}
