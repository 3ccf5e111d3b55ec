/** HMAC-SHA256 under a session key (ACS §10): whoever can check it could have written it. */
import type { Crypto } from "../crypto";
import type { SignedData, Signer } from "./scheme";

export const HMAC_BYTES = 32;

/** Constant time over the MAC. `key` is the session key, not the input secret. */
export const verifyHmac = (c: Crypto, key: Uint8Array, { data, signature }: SignedData): boolean =>
  signature.length === HMAC_BYTES && c.equal(signature, c.hmacSha256(key, data));

export const hmacSigner = (c: Crypto, key: Uint8Array): Signer & { sign(data: Uint8Array): Uint8Array } => ({
  algorithm: "HMAC-SHA256",
  sign: (data) => c.hmacSha256(key, data),
});
