/** What the answers of one session are checked with: the session key under HMAC, else the Guardian's trusted public keys. */
import type { Crypto } from "../core/crypto";
import type { JsonObject } from "../core/json/value";
import { err, type Result } from "../core/result";
import { type WireFailure, wireFailure } from "../core/wire/codes";
import { readSignature, type SignatureSite, verifyEnvelope, verifyMessage } from "../core/wire/signature";

import type { GuardianKeys } from "./guardian-trust";

export type AnswerKeys =
  | { readonly sessionKey: Uint8Array }
  | { readonly algorithm: string; readonly guardianKeys: Pick<GuardianKeys, "get" | "readAgain"> };

/** Answers come by the algorithm of the requests, under a key that is trusted by its name; anything else is refused. */
export function verifyAnswer(
  crypto: Crypto,
  { envelope, at }: { readonly envelope: JsonObject; readonly at: SignatureSite },
  keys: AnswerKeys,
): Result<void, WireFailure> {
  if ("sessionKey" in keys) return verifyEnvelope(crypto, envelope, at, keys.sessionKey);
  const signature = readSignature(envelope, at);
  if (!signature.ok) return signature;
  const key = keys.guardianKeys.get(signature.value.keyId);
  if (key === undefined || key.algorithm !== keys.algorithm) return err(wireFailure("signature_invalid"));
  return verifyMessage(crypto, envelope, at, key);
}
