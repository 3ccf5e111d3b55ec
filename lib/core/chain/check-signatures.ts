/** Checks stored HMAC signatures, where the caller holds the secret. Without it nothing about them can be said. */
import type { Crypto } from "../crypto";
import { memberAt } from "../json/build";
import type { JsonObject, JsonValue } from "../json/value";
import { readSignature, type SignatureSite, sessionKey, verifyEnvelope } from "../wire/signature";

export type SignatureOutcome = "valid" | "invalid" | "malformed" | "unchecked";

export interface SignatureChecker {
  /** `sessionId` in the spelling that the request used. */
  check(envelope: JsonObject, at: SignatureSite, sessionId: string): SignatureOutcome;
}

/** `secrets` maps key_id to the input secret; session keys are derived once. */
export function signatureChecker(c: Crypto, secrets: ReadonlyMap<string, Uint8Array>): SignatureChecker {
  const keys = new Map<string, Uint8Array>();
  const keyOf = (keyId: string, secret: Uint8Array, sessionId: string): Uint8Array => {
    const name = `${sessionId}/${keyId}`;
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = sessionKey(c, secret, sessionId);
    keys.set(name, key);
    return key;
  };
  return {
    check(envelope, at, sessionId) {
      const signature = readSignature(envelope, at);
      if (!signature.ok) return "malformed";
      const { keyId, algorithm } = signature.value;
      const secret = secrets.get(keyId);
      if (secret === undefined || algorithm !== "HMAC-SHA256") return "unchecked";
      return verifyEnvelope(c, envelope, at, keyOf(keyId, secret, sessionId)).ok ? "valid" : "invalid";
    },
  };
}

/** The session id as the request spelled it: the info of the session key. */
export function sessionIdOf(request: JsonObject): string | null {
  const id = memberAt(request, "params", "metadata", "session_id");
  return typeof id === "string" ? id : null;
}

/** The key that a message names. The Guardian answers under the key that the request used (W§17.1). */
export function keyIdOf(envelope: JsonObject, at: SignatureSite): JsonValue | undefined {
  return memberAt(envelope, at, "signature", "key_id");
}
