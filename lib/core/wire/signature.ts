/** Baseline signatures (ACS §10, W§8, W§17.1): HMAC-SHA256 under a per-session key over the canonical envelope. */
import type { Crypto } from "../crypto";
import { fromBase64Strict, toBase64 } from "../encoding";
import { fromPlainObject, member, omit, withMember } from "../json/build";
import { canonicalBytes, utf8 } from "../json/canonical";
import { isJsonObject, type JsonObject } from "../json/value";
import { err, ok, type Result } from "../result";
import { type WireFailure, wireFailure } from "./codes";

/** Which member of an envelope carries the signature. */
export type SignatureSite = "params" | "result" | "error";

/** The algorithms that ACS names (W§8). */
export const SIGNATURE_ALGORITHMS = [
  "HMAC-SHA256",
  "ECDSA-P256",
  "RSA-PSS-SHA256",
  "ML-DSA-65",
  "ML-DSA-44",
  "ML-DSA-87",
  "SLH-DSA-128s",
  "SLH-DSA-128f",
  "ML-DSA-65+ECDSA-P256",
  "ML-DSA-65+RSA-PSS-SHA256",
] as const;

/** Shortest input secret, in bytes (W§17.1). */
export const MIN_SECRET_BYTES = 32;

/** HKDF-SHA256 (RFC 5869) without salt, `info` = UTF-8 of `session_id` exactly as sent, 32 bytes. */
export function sessionKey(c: Crypto, secret: Uint8Array, sessionId: string): Uint8Array {
  return c.hkdfSha256(secret, utf8(sessionId), 32);
}

/** The bytes that a signature covers: the whole envelope without the `signature` member of `at`. */
export function signedBytes(envelope: JsonObject, at: SignatureSite): Uint8Array {
  const holder = member(envelope, at);
  if (!isJsonObject(holder)) throw new TypeError(`envelope has no ${at}`);
  return canonicalBytes(
    Object.hasOwn(holder, "signature") ? withMember(envelope, at, omit(holder, "signature")) : envelope,
  );
}

/** A copy of the envelope with the signature in place, replacing one that is there. `key` is a session key. */
export function signEnvelope(
  c: Crypto,
  envelope: JsonObject,
  at: SignatureSite,
  key: Uint8Array,
  keyId: string,
): JsonObject {
  const holder = member(envelope, at);
  if (!isJsonObject(holder)) throw new TypeError(`envelope has no ${at}`);
  const value = toBase64(c.hmacSha256(key, signedBytes(envelope, at)));
  const signature = fromPlainObject({ algorithm: "HMAC-SHA256", value, key_id: keyId });
  return withMember(envelope, at, withMember(holder, "signature", signature));
}

/** The signature's own members, before any key is known. `key_id` chooses the key. */
export interface ReadSignature {
  readonly algorithm: string;
  readonly value: Uint8Array;
  readonly keyId: string;
}

/**
 * Reads the signature of an envelope. Fails with `signature_missing`, or `signature_malformed` for any other shape than
 * three non-empty strings, a known algorithm and canonical base64.
 */
export function readSignature(envelope: JsonObject, at: SignatureSite): Result<ReadSignature, WireFailure> {
  const signature = member(member(envelope, at), "signature");
  if (signature === undefined) return err(wireFailure("signature_missing"));
  const algorithm = member(signature, "algorithm");
  const text = member(signature, "value");
  const keyId = member(signature, "key_id");
  const malformed = (field: string) => err(wireFailure("signature_malformed", { field: `${at}.signature${field}` }));
  if (!isJsonObject(signature)) return malformed("");
  if (!SIGNATURE_ALGORITHMS.some((known) => known === algorithm)) return malformed(".algorithm");
  if (typeof keyId !== "string" || keyId === "") return malformed(".key_id");
  const value = typeof text === "string" && text !== "" ? fromBase64Strict(text) : null;
  if (value === null) return malformed(".value");
  return ok({ algorithm: String(algorithm), value, keyId });
}

/** Checks an HMAC-SHA256 signature in constant time. Fails with one of the `signature_*` kinds, all -32004. */
export function verifyEnvelope(
  c: Crypto,
  envelope: JsonObject,
  at: SignatureSite,
  key: Uint8Array,
): Result<void, WireFailure> {
  const signature = readSignature(envelope, at);
  if (!signature.ok) return signature;
  const { algorithm, value } = signature.value;
  if (algorithm !== "HMAC-SHA256") {
    return err(wireFailure("signature_malformed", { field: `${at}.signature.algorithm` }));
  }
  if (value.length !== 32) return err(wireFailure("signature_malformed", { field: `${at}.signature.value` }));
  return c.equal(value, c.hmacSha256(key, signedBytes(envelope, at)))
    ? ok(undefined)
    : err(wireFailure("signature_invalid"));
}
