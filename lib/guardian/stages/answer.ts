/** Stage 8: bytes out. A refusal is recorded and, where the request authenticated, signed (W§17.1). */
import { canonicalText } from "../../core/json/canonical";
import { errorEnvelope } from "../../core/wire/result";
import type { GuardianDeps } from "../deps";
import type { Refusal } from "../refusal";
import { signAnswer } from "../sign-answer";

const encoder = new TextEncoder();

export const bytesOf = (answer: string): Uint8Array => encoder.encode(answer);

const [OPEN, COMMA, CLOSE] = [0x5b, 0x2c, 0x5d];

/** The answers to a batch, in its order, each with the bytes that it has alone. */
export function arrayOf(answers: readonly Uint8Array[]): Uint8Array {
  const length = answers.reduce((sum, answer) => sum + answer.length + 1, 1);
  const joined = new Uint8Array(length);
  let at = 0;
  for (const answer of answers) {
    joined[at] = at === 0 ? OPEN : COMMA;
    joined.set(answer, at + 1);
    at += answer.length + 1;
  }
  joined[at] = CLOSE;
  return joined;
}

export async function answerRefusal(deps: GuardianDeps, refusal: Refusal): Promise<Uint8Array> {
  const { failure, context } = refusal;
  deps.journal.refused({ ...context, code: failure.code, reason: failure.reason });
  const envelope = errorEnvelope(refusal.id, failure);
  const { signer } = refusal;
  return bytesOf(signer ? await signAnswer(deps, { envelope, at: "error" }, signer) : canonicalText(envelope));
}
