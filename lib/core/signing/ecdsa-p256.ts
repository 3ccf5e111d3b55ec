/** ECDSA-P256 with SHA-256 (FIPS 186-5): public key as SPKI DER, signature as IEEE P1363 (r ‖ s, 64 bytes). */
import type { EcPublicJwk } from "../crypto";
import { fromBase64UrlStrict, toBase64Url } from "../encoding";
import type { SignatureScheme } from "./scheme";
import { bigOf, pointOfSpki, spkiOfPoint } from "./spki";

const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

export const ecdsaP256: SignatureScheme = {
  publicKeyFault(publicKey) {
    const point = pointOfSpki(publicKey);
    if (point === null) return "is not an uncompressed P-256 public key in SPKI DER";
    return isOnCurve(point.x, point.y) ? null : "is not a point of the curve P-256";
  },
  verify(c, publicKey, { data, signature }) {
    const jwk = jwkOfSpki(publicKey);
    return jwk !== null && signature.length === 64 && c.verifyEcdsaP256(jwk, data, signature);
  },
};

function isOnCurve(xBytes: Uint8Array, yBytes: Uint8Array): boolean {
  const x = bigOf(xBytes);
  const y = bigOf(yBytes);
  return x < P && y < P && (y * y - (x * x * x - 3n * x + B)) % P === 0n;
}

export function jwkOfSpki(spki: Uint8Array): EcPublicJwk | null {
  const point = pointOfSpki(spki);
  return point && { kty: "EC", crv: "P-256", x: toBase64Url(point.x), y: toBase64Url(point.y) };
}

/** Null when a coordinate is not 32 bytes. */
export function spkiOfJwk({ x, y }: EcPublicJwk): Uint8Array | null {
  const left = fromBase64UrlStrict(x);
  const right = fromBase64UrlStrict(y);
  return left?.length === 32 && right?.length === 32 ? spkiOfPoint(left, right) : null;
}
