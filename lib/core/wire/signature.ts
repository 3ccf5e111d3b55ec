/** Signatures of messages (ACS §10, W§8, W§17.1): over the canonical envelope without the signature itself. */
import type { Crypto } from "../crypto";
import { fromBase64Strict, toBase64 } from "../encoding";
import { fromPlainObject, member, omit, withMember } from "../json/build";
import { canonicalBytes, utf8 } from "../json/canonical";
import { isJsonObject, type JsonObject } from "../json/value";
import { err, ok, type Result } from "../result";
import { isSignatureAlgorithm, type SignatureAlgorithm } from "../signing/algorithms";
import { HMAC_BYTES, verifyHmac } from "../signing/hmac-sha256";
import { type VerifyingKey, verifySignature } from "../signing/registry";
import type { SignedData } from "../signing/scheme";
import { type WireFailure, wireFailure } from "./codes";

/** Which member of an envelope carries the signature. */
export type SignatureSite = "params" | "result" | "error";

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
  const value = c.hmacSha256(key, signedBytes(envelope, at));
  return withSignature(envelope, at, { algorithm: "HMAC-SHA256", value, keyId });
}

/** A copy of the envelope that carries this signature, in place of one that is there. */
export function withSignature(envelope: JsonObject, at: SignatureSite, made: ReadSignature): JsonObject {
  const holder = member(envelope, at);
  if (!isJsonObject(holder)) throw new TypeError(`envelope has no ${at}`);
  const { algorithm, value, keyId } = made;
  const signature = fromPlainObject({ algorithm, value: toBase64(value), key_id: keyId });
  return withMember(envelope, at, withMember(holder, "signature", signature));
}

/** The signature's own members, before any key is known. `key_id` chooses the key. */
export interface ReadSignature {
  readonly algorithm: SignatureAlgorithm;
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
  if (!isSignatureAlgorithm(algorithm)) return malformed(".algorithm");
  if (typeof keyId !== "string" || keyId === "") return malformed(".key_id");
  const value = typeof text === "string" && text !== "" ? fromBase64Strict(text) : null;
  if (value === null) return malformed(".value");
  return ok({ algorithm, value, keyId });
}

/** What a message's signature is checked with: the session key of a shared secret, or a registered public key. */
export type MessageKey = { readonly algorithm: "HMAC-SHA256"; readonly sessionKey: Uint8Array } | VerifyingKey;

/**
 * Checks the signature under a key that is already known. Fails with one of the `signature_*` kinds, all -32004. The key
 * says which algorithm it is for: a message that names another one is refused, whatever its value.
 */
export function verifyMessage(
  c: Crypto,
  envelope: JsonObject,
  at: SignatureSite,
  key: MessageKey,
): Result<void, WireFailure> {
  const signature = readSignature(envelope, at);
  if (!signature.ok) return signature;
  const { algorithm, value } = signature.value;
  if (algorithm !== key.algorithm) return err(wireFailure("signature_invalid"));
  if (algorithm === "HMAC-SHA256" && value.length !== HMAC_BYTES) {
    return err(wireFailure("signature_malformed", { field: `${at}.signature.value` }));
  }
  const signed = { data: signedBytes(envelope, at), signature: value };
  const isGenuine = "sessionKey" in key ? verifyHmac(c, key.sessionKey, signed) : verifySignature(c, key, signed);
  return isGenuine ? ok(undefined) : err(wireFailure("signature_invalid"));
}

/** `verifyMessage` where the arithmetic is done elsewhere. */
export async function verifyMessageBy(
  verify: (key: VerifyingKey, signed: SignedData) => Promise<boolean>,
  { envelope, at }: { readonly envelope: JsonObject; readonly at: SignatureSite },
  key: VerifyingKey,
): Promise<Result<void, WireFailure>> {
  const signature = readSignature(envelope, at);
  if (!signature.ok) return signature;
  const { algorithm, value } = signature.value;
  if (algorithm !== key.algorithm) return err(wireFailure("signature_invalid"));
  const isGenuine = await verify(key, { data: signedBytes(envelope, at), signature: value });
  return isGenuine ? ok(undefined) : err(wireFailure("signature_invalid"));
}

/** `verifyMessage` under a session key. */
export const verifyEnvelope = (
  c: Crypto,
  envelope: JsonObject,
  at: SignatureSite,
  key: Uint8Array,
): Result<void, WireFailure> => verifyMessage(c, envelope, at, { algorithm: "HMAC-SHA256", sessionKey: key });
