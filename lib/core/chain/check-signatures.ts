/** Checks stored signatures with keys that the caller holds or trusts. Without the key nothing can be said about one. */
import type { Crypto } from "../crypto";
import { memberAt } from "../json/build";
import type { JsonObject } from "../json/value";
import type { VerifyingKey } from "../signing/registry";
import { type MessageKey, readSignature, type SignatureSite, sessionKey, verifyMessage } from "../wire/signature";

export type SignatureOutcome = "valid" | "invalid" | "malformed" | "unchecked";

/** Keys by key_id. Requests verify under agents' keys, answers under the Guardian's; HMAC under the shared secret. */
export interface SignatureTrust {
  /** Input secrets of agents. */
  readonly secrets?: ReadonlyMap<string, Uint8Array>;
  readonly agentKeys?: ReadonlyMap<string, VerifyingKey>;
  readonly guardianKeys?: ReadonlyMap<string, VerifyingKey>;
}

export interface CheckedSignature {
  readonly outcome: SignatureOutcome;
  /** True under HMAC: agent and Guardian hold the same key, so that the signature does not tell them apart. */
  readonly isShared: boolean;
}

export interface SignatureChecker {
  /** `sessionId` in the spelling that the request used. */
  check(envelope: JsonObject, at: SignatureSite, sessionId: string): CheckedSignature;
}

/** Session keys are derived once. */
export function signatureChecker(c: Crypto, trust: SignatureTrust): SignatureChecker {
  const derived = new Map<string, Uint8Array>();
  const sessionKeyOf = (keyId: string, sessionId: string): Uint8Array | null => {
    const secret = trust.secrets?.get(keyId);
    if (secret === undefined) return null;
    const name = `${sessionId}/${keyId}`;
    const key = derived.get(name) ?? sessionKey(c, secret, sessionId);
    derived.set(name, key);
    return key;
  };
  const keyFor = (keyId: string, at: SignatureSite, sessionId: string): MessageKey | null => {
    const publicKey = (at === "params" ? trust.agentKeys : trust.guardianKeys)?.get(keyId);
    if (publicKey !== undefined) return publicKey;
    const key = sessionKeyOf(keyId, sessionId);
    return key === null ? null : { algorithm: "HMAC-SHA256", sessionKey: key };
  };
  return {
    check(envelope, at, sessionId) {
      const signature = readSignature(envelope, at);
      if (!signature.ok) return { outcome: "malformed", isShared: false };
      const isShared = signature.value.algorithm === "HMAC-SHA256";
      const key = keyFor(signature.value.keyId, at, sessionId);
      if (key === null) return { outcome: "unchecked", isShared };
      return { outcome: verifyMessage(c, envelope, at, key).ok ? "valid" : "invalid", isShared };
    },
  };
}

/** The session id as the request spelled it: the info of the session key. */
export function sessionIdOf(request: JsonObject): string | null {
  const id = memberAt(request, "params", "metadata", "session_id");
  return typeof id === "string" ? id : null;
}

/**
 * Whether an answer is signed as the answer to that request must be: with its algorithm, and under HMAC with its very
 * key (W§17.1).
 */
export function isAnsweredInKind(request: JsonObject, response: JsonObject): boolean {
  const of = (envelope: JsonObject, at: SignatureSite, name: string) => memberAt(envelope, at, "signature", name);
  const algorithm = of(request, "params", "algorithm");
  if (algorithm !== of(response, "result", "algorithm")) return false;
  return algorithm !== "HMAC-SHA256" || of(request, "params", "key_id") === of(response, "result", "key_id");
}
