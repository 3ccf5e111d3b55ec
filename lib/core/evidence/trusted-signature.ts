/** Guardian signatures (ECDSA P-256) against the keys that the caller trusts. */
import type { Crypto, EcPublicJwk } from "../crypto";
import { fromBase64Strict } from "../encoding";
import { fromPlainObject, member } from "../json/build";
import type { JsonValue } from "../json/value";
import { jwkOfSpki } from "../signing/ecdsa-p256";
import type { TrustedKey } from "./keys";

export type SignatureVerdict =
  /** `key` is the one that verified; `isOtherKey` when the pack names a trusted key that it is not. */
  | { readonly kind: "valid"; readonly key: TrustedKey; readonly isOtherKey: boolean }
  /** The key that the pack names is trusted, and the signature is not its. */
  | { readonly kind: "invalid" }
  /** No trusted key bears that id, and none of them verifies. */
  | { readonly kind: "unknown_key" };

export interface SignedBytes {
  readonly keyId: string;
  readonly value: string;
  readonly bytes: Uint8Array;
}

/** Every trusted key is tried: a wrong label must not hide a right signature, nor the other way round. */
export function judgeSignature(c: Crypto, keys: readonly TrustedKey[], signed: SignedBytes): SignatureVerdict {
  const signature = fromBase64Strict(signed.value);
  const verifies = (key: TrustedKey) =>
    signature !== null && c.verifyEcdsaP256(key.public_key, signed.bytes, signature);
  const named = keys.filter((key) => key.key_id === signed.keyId);
  const key = [...named, ...keys.filter((other) => other.key_id !== signed.keyId)].find(verifies);
  if (key !== undefined) return { kind: "valid", key, isOtherKey: key.key_id !== null && key.key_id !== signed.keyId };
  return { kind: named.length > 0 ? "invalid" : "unknown_key" };
}

/** As JWK, whichever way the pack writes it. */
function listedKey(item: JsonValue): JsonValue | undefined {
  const written = member(item, "public_key") ?? item;
  if (typeof written !== "string") return written;
  const jwk = jwkOfSpki(fromBase64Strict(written) ?? new Uint8Array());
  return jwk === null ? undefined : fromPlainObject({ ...jwk });
}

const isSameKey = (a: EcPublicJwk, b: JsonValue | undefined): boolean =>
  member(b, "x") === a.x && member(b, "y") === a.y;

/**
 * Gives a bare JWK the id that the pack lists for that very key. Trust is untouched (the key is still the caller's); it
 * only lets "wrong key" and "wrong signature" be told apart.
 */
export function labelKeys(keys: readonly TrustedKey[], listed: readonly JsonValue[]): readonly TrustedKey[] {
  return keys.map((key) => {
    if (key.key_id !== null) return key;
    const entry = listed.find((item) => isSameKey(key.public_key, listedKey(item)));
    const id = member(entry, "key_id");
    return typeof id === "string" ? { ...key, key_id: id } : key;
  });
}
