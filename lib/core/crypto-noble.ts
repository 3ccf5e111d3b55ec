/** The Crypto port over @noble: pure JavaScript, the same in a browser, in the verifier and in tests. */
import { p256 } from "@noble/curves/nist.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Crypto, EcPublicJwk } from "./crypto";
import { fromBase64UrlStrict } from "./encoding";
import { verifyRsaPss } from "./signing/rsa-verify";
import { rsaOfSpki } from "./signing/spki";

/** SEC 1 uncompressed point of a JWK, null when a coordinate is not 32 bytes. */
function uncompressedPoint(key: EcPublicJwk): Uint8Array | null {
  if (typeof key.x !== "string" || typeof key.y !== "string") return null;
  const x = fromBase64UrlStrict(key.x);
  const y = fromBase64UrlStrict(key.y);
  if (x?.length !== 32 || y?.length !== 32) return null;
  const point = new Uint8Array(65);
  point[0] = 4;
  point.set(x, 1);
  point.set(y, 33);
  return point;
}

export const nobleCrypto: Crypto = {
  sha256: (data) => sha256(data),
  hmacSha256: (key, data) => hmac(sha256, key, data),
  hkdfSha256: (ikm, info, length) => hkdf(sha256, ikm, undefined, info, length),
  equal(a, b) {
    if (a.length !== b.length) return false;
    let difference = 0;
    for (let i = 0; i < a.length; i += 1) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
    return difference === 0;
  },
  verifyEcdsaP256(publicKey, data, signature) {
    const point = uncompressedPoint(publicKey);
    if (point === null || publicKey.crv !== "P-256" || signature.length !== 64) return false;
    try {
      // signers outside our control need not normalise s (FIPS 186-5 does not ask for it)
      return p256.verify(signature, data, point, { prehash: true, lowS: false, format: "compact" });
    } catch {
      return false;
    }
  },
  verifyRsaPssSha256(spki, data, signature) {
    const key = rsaOfSpki(spki);
    return key !== null && verifyRsaPss(key, data, signature);
  },
};
