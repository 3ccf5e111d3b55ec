/** Stage 8: bytes out. A refusal is recorded and, where the request authenticated, signed (W§17.1). */
import { canonicalText } from "../../core/json/canonical";
import { errorEnvelope } from "../../core/wire/result";
import type { GuardianDeps } from "../deps";
import type { Refusal } from "../refusal";
import { signAnswer } from "../sign-answer";

const encoder = new TextEncoder();

export const bytesOf = (answer: string): Uint8Array => encoder.encode(answer);

export async function answerRefusal(deps: GuardianDeps, refusal: Refusal): Promise<Uint8Array> {
  const { failure, context } = refusal;
  deps.journal.refused({ ...context, code: failure.code, reason: failure.reason });
  const envelope = errorEnvelope(refusal.id, failure);
  const { signer } = refusal;
  return bytesOf(signer ? await signAnswer(deps, { envelope, at: "error" }, signer) : canonicalText(envelope));
}
