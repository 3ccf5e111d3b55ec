/** What answers one method below `guardian/`: an admitted message to the bytes of its signed answer. */
import type { JsonObject } from "../core/json/value";
import type { WireFailure } from "../core/wire/codes";
import { resultEnvelope } from "../core/wire/result";
import type { StepDesk } from "./answer-step";
import type { GuardianDeps } from "./deps";
import { signAnswer } from "./sign-answer";
import type { AdmittedExtension } from "./stages/admit";
import { answerRefusal, bytesOf } from "./stages/answer";

/** May reject: the caller answers that with a failure. */
export type Extension = (desk: StepDesk, message: AdmittedExtension) => Promise<Uint8Array>;

/** A final answer of an extension: `extension` names it, `facts` are its own members. */
export async function extensionAnswer(
  deps: GuardianDeps,
  message: AdmittedExtension,
  { extension, facts }: { readonly extension: string; readonly facts: JsonObject },
): Promise<Uint8Array> {
  const result: JsonObject = {
    type: "final",
    acs_version: "0.1.0",
    request_id: message.request.params.request_id,
    extension,
    ...facts,
  };
  return bytesOf(
    await signAnswer(deps, { envelope: resultEnvelope(message.id, result), at: "result" }, message.signer),
  );
}

/** The signed refusal of an admitted message. */
export const refuseExtension = (
  deps: GuardianDeps,
  { id, signer, context }: AdmittedExtension,
  failure: WireFailure,
): Promise<Uint8Array> => answerRefusal(deps, { failure, id, signer, context });
