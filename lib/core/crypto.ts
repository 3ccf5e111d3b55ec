/**
 * The one door to hashing, MACs and signature checks: a synchronous port, so that the same core runs on a server
 * (node:crypto) and in a browser (@noble).
 */

export interface Crypto {
  sha256(data: Uint8Array): Uint8Array;
  hmacSha256(key: Uint8Array, data: Uint8Array): Uint8Array;
  /** HKDF-SHA256 (RFC 5869) without salt. */
  hkdfSha256(ikm: Uint8Array, info: Uint8Array, length: number): Uint8Array;
  /** Constant time over equal lengths; false, never a throw, on unequal ones. */
  equal(a: Uint8Array, b: Uint8Array): boolean;
  /** ECDSA P-256 with SHA-256; `signature` is IEEE P1363 (r || s, 64 bytes). False on any malformed input. */
  verifyEcdsaP256(publicKey: EcPublicJwk, data: Uint8Array, signature: Uint8Array): boolean;
  /** RSASSA-PSS, SHA-256 for hash and MGF1, salt of 32 bytes; key as SPKI DER. False on any malformed input. */
  verifyRsaPssSha256(spki: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean;
}

/** RFC 7517 public key, curve P-256. */
export interface EcPublicJwk {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
}
