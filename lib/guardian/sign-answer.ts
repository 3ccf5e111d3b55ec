/** Signs what the Guardian says with the algorithm of the key that asked: the session key, or the Guardian's own key. */
import { canonicalText } from "../core/json/canonical";
import type { JsonObject } from "../core/json/value";
import { signingReserveMs } from "../core/signing/algorithms";
import { type SignatureSite, signEnvelope, signedBytes, withSignature } from "../core/wire/signature";
import type { GuardianDeps } from "./deps";
import type { Signer } from "./refusal";

/** The signed envelope's canonical text. HMAC answers are there at once; rejects only where signing itself fails. */
export function signAnswer(
  deps: Pick<GuardianDeps, "crypto" | "keyring">,
  { envelope, at }: { readonly envelope: JsonObject; readonly at: SignatureSite },
  signer: Signer,
): string | Promise<string> {
  if (signer.algorithm === "HMAC-SHA256") {
    return canonicalText(signEnvelope(deps.crypto, envelope, at, signer.key, signer.keyId));
  }
  return signAsGuardian(deps, { envelope, at }, signer);
}

async function signAsGuardian(
  deps: Pick<GuardianDeps, "keyring">,
  { envelope, at }: { readonly envelope: JsonObject; readonly at: SignatureSite },
  { algorithm }: Extract<Signer, { algorithm: string; key?: undefined }>,
): Promise<string> {
  const made = await deps.keyring.signMessage(algorithm, signedBytes(envelope, at));
  return canonicalText(withSignature(envelope, at, { algorithm, ...made }));
}

/** ms before a timeout at which work must stop so that the answer is still signed and sent in time. */
export const answerMarginMs = ({ limits }: Pick<GuardianDeps, "limits">, signer: Signer): number =>
  limits.answerMarginMs + signingReserveMs(signer.algorithm);
