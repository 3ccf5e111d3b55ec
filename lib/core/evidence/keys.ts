/** Keys that a verifier's caller trusts: read from files of their own, never from the evidence. */
import type { EcPublicJwk } from "../crypto";
import { fromBase64Strict, fromBase64UrlStrict } from "../encoding";
import { member } from "../json/build";
import { readJsonText } from "../json/read";
import { isJsonObject, type JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import { isPublicKeyAlgorithm } from "../signing/algorithms";
import { jwkOfSpki, spkiOfJwk } from "../signing/ecdsa-p256";
import { readPublicKey, type VerifyingKey } from "../signing/registry";

/** `key_id` is null for a bare JWK without `kid`: such a key is tried on every signature. */
export interface TrustedKey {
  readonly key_id: string | null;
  readonly public_key: EcPublicJwk;
}

/** What a file of public keys holds. */
export interface KeyFile {
  /** ECDSA-P256 keys, that heads and receipts are signed with. */
  readonly trusted: readonly TrustedKey[];
  /** key_id → key, of every algorithm, that messages are signed with. */
  readonly messages: ReadonlyMap<string, VerifyingKey>;
}

type KeyFault = { readonly message: string };

/**
 * One key, a list of keys, or the document that a Guardian publishes (`{keys: [...]}`). A key is a P-256 JWK, or
 * `{key_id, algorithm, public_key}` with the key in base64 as published.
 */
export function readKeyFile(text: string): Result<KeyFile, KeyFault> {
  const value = readJsonText(text);
  if (!value.ok) return err({ message: value.failure.message });
  const trusted: TrustedKey[] = [];
  const messages = new Map<string, VerifyingKey>();
  for (const item of listOf(value.value)) {
    const key = readKey(item);
    if (!key.ok) return key;
    const { id, verifying, jwk } = key.value;
    if (jwk !== null) trusted.push({ key_id: id, public_key: jwk });
    if (id !== null) messages.set(id, verifying);
  }
  return trusted.length + messages.size === 0 ? err({ message: "no key in it" }) : ok({ trusted, messages });
}

/** The keys of a file that heads and receipts may be signed with. */
export function readTrustedKeys(text: string): Result<readonly TrustedKey[], KeyFault> {
  const file = readKeyFile(text);
  return file.ok ? ok(file.value.trusted) : file;
}

function listOf(value: JsonValue): readonly JsonValue[] {
  const keys = Array.isArray(value) ? value : member(value, "keys");
  return Array.isArray(keys) ? keys : [value];
}

interface ReadKey {
  readonly id: string | null;
  readonly verifying: VerifyingKey;
  /** Of a P-256 key. */
  readonly jwk: EcPublicJwk | null;
}

function readKey(value: JsonValue): Result<ReadKey, KeyFault> {
  const algorithm = member(value, "algorithm");
  const text = member(value, "public_key");
  if (typeof text !== "string") return readJwk(value);
  const id = member(value, "key_id");
  if (typeof id !== "string") return err({ message: "a key has no key_id" });
  if (!isPublicKeyAlgorithm(algorithm)) return err({ message: "a key names no signature algorithm of ACS" });
  const verifying = readPublicKey(algorithm, text);
  if (!verifying.ok) return verifying;
  const jwk = algorithm === "ECDSA-P256" ? jwkOfSpki(verifying.value.publicKey) : null;
  return ok({ id, verifying: verifying.value, jwk });
}

function readJwk(value: JsonValue): Result<ReadKey, KeyFault> {
  const fault = err({ message: "not a P-256 public key (JWK), nor a published key, nor a list of them" });
  const jwk = member(value, "public_key") ?? value;
  const x = member(jwk, "x");
  const y = member(jwk, "y");
  if (!isJsonObject(jwk) || member(jwk, "kty") !== "EC" || member(jwk, "crv") !== "P-256") return fault;
  if (typeof x !== "string" || typeof y !== "string") return fault;
  const key: EcPublicJwk = { kty: "EC", crv: "P-256", x, y };
  const publicKey = spkiOfJwk(key);
  if (publicKey === null) return fault;
  const id = member(value, "key_id") ?? member(jwk, "kid");
  return ok({
    id: typeof id === "string" ? id : null,
    verifying: { algorithm: "ECDSA-P256", publicKey },
    jwk: key,
  });
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
