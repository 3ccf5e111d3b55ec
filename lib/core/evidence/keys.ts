/** Keys that a verifier's caller trusts: read from files of their own, never from the evidence. */
import type { EcPublicJwk } from "../crypto";
import { fromBase64Strict, fromBase64UrlStrict } from "../encoding";
import { member } from "../json/build";
import { readJsonText } from "../json/read";
import { isJsonObject, type JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";

/** `key_id` is null for a bare JWK without `kid`: such a key is tried on every signature. */
export interface TrustedKey {
  readonly key_id: string | null;
  readonly public_key: EcPublicJwk;
}

type KeyFault = { readonly message: string };

/** One JWK, a list of keys, or the document that a Guardian publishes (`{keys: [{key_id, public_key}]}`). */
export function readTrustedKeys(text: string): Result<readonly TrustedKey[], KeyFault> {
  const value = readJsonText(text);
  if (!value.ok) return err({ message: value.failure.message });
  const listed = listOf(value.value);
  const keys: TrustedKey[] = [];
  for (const item of listed) {
    const key = readKey(item);
    if (key === null) return err({ message: "not a P-256 public key (JWK), nor a list of them" });
    keys.push(key);
  }
  return keys.length === 0 ? err({ message: "no key in it" }) : ok(keys);
}

function listOf(value: JsonValue): readonly JsonValue[] {
  const keys = Array.isArray(value) ? value : member(value, "keys");
  return Array.isArray(keys) ? keys : [value];
}

function readKey(value: JsonValue): TrustedKey | null {
  const jwk = member(value, "public_key") ?? value;
  const x = member(jwk, "x");
  const y = member(jwk, "y");
  if (!isJsonObject(jwk) || member(jwk, "kty") !== "EC" || member(jwk, "crv") !== "P-256") return null;
  if (typeof x !== "string" || typeof y !== "string") return null;
  if (fromBase64UrlStrict(x)?.length !== 32 || fromBase64UrlStrict(y)?.length !== 32) return null;
  const id = member(value, "key_id") ?? member(jwk, "kid");
  return { key_id: typeof id === "string" ? id : null, public_key: { kty: "EC", crv: "P-256", x, y } };
}

/** `{key_id: base64}`: input secrets of agents, to check HMAC signatures as well. */
export function readSecrets(text: string): Result<ReadonlyMap<string, Uint8Array>, KeyFault> {
  const value = readJsonText(text);
  if (!value.ok) return err({ message: value.failure.message });
  if (!isJsonObject(value.value)) return err({ message: "not an object of key_id to base64" });
  const secrets = new Map<string, Uint8Array>();
  for (const [keyId, secret] of Object.entries(value.value)) {
    const bytes = typeof secret === "string" ? (fromBase64Strict(secret) ?? fromBase64UrlStrict(secret)) : null;
    if (bytes === null) return err({ message: "a secret is not base64" });
    secrets.set(keyId, bytes);
  }
  return ok(secrets);
}
