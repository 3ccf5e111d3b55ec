/** The crypto port on node:crypto: same results as the portable one, faster. */
import {
  constants,
  createHash,
  createHmac,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
  verify,
} from "node:crypto";
import type { Crypto, EcPublicJwk } from "../core/crypto";

const NO_SALT = Buffer.alloc(0);

export const nodeCrypto: Crypto = {
  sha256: (data) => createHash("sha256").update(data).digest(),
  hmacSha256: (key, data) => createHmac("sha256", key).update(data).digest(),
  hkdfSha256: (ikm, info, length) => new Uint8Array(hkdfSync("sha256", ikm, NO_SALT, info, length)),
  equal: (a, b) => a.length === b.length && timingSafeEqual(a, b),
  verifyEcdsaP256(publicKey, data, signature) {
    if (signature.length !== 64) return false;
    const key = keyObject(publicKey);
    return key !== null && verify("sha256", data, { key, dsaEncoding: "ieee-p1363" }, signature);
  },
  verifyRsaPssSha256(spki, data, signature) {
    const key = rsaObject(spki);
    if (key === null) return false;
    return verify("sha256", data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature);
  },
};

/** Null for bytes that are no RSA key. */
function rsaObject(spki: Uint8Array): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
    return key.asymmetricKeyType === "rsa" ? key : null;
  } catch {
    return null;
  }
}

/** Null for coordinates that are not a point of the curve. */
function keyObject({ kty, crv, x, y }: EcPublicJwk): KeyObject | null {
  try {
    return createPublicKey({ key: { kty, crv, x, y }, format: "jwk" });
  } catch {
    return null;
  }
}
