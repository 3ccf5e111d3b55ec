/** Stage 8: bytes out. A refusal is recorded and, where the request authenticated, signed (W§17.1). */
import { canonicalText } from "../../core/json/canonical";
import { errorEnvelope } from "../../core/wire/result";
import { signEnvelope } from "../../core/wire/signature";
import type { GuardianDeps } from "../deps";
import type { Refusal } from "../refusal";

const encoder = new TextEncoder();

export const bytesOf = (answer: string): Uint8Array => encoder.encode(answer);

export function answerRefusal(deps: GuardianDeps, refusal: Refusal): Uint8Array {
  const { failure, context } = refusal;
  deps.journal.refused({ ...context, code: failure.code, reason: failure.reason });
  const envelope = errorEnvelope(refusal.id, failure);
  const { signer } = refusal;
  const signed = signer ? signEnvelope(deps.crypto, envelope, "error", signer.key, signer.keyId) : envelope;
  return bytesOf(canonicalText(signed));
}
