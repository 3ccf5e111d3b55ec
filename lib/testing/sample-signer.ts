/** A Guardian signing key made from one byte, the same every time. */
import { p256 } from "@noble/curves/nist.js";
import type { EcPublicJwk } from "../core/crypto";
import { toBase64, toBase64Url } from "../core/encoding";
import type { GuardianSignature } from "../core/evidence/pack";

export interface SampleSigner {
  readonly keyId: string;
  readonly publicKey: EcPublicJwk;
  sign(data: Uint8Array): GuardianSignature;
}

/** A Guardian key from one byte, the same every time. */
export function sampleSigner(keyId: string, seed: number): SampleSigner {
  const secret = new Uint8Array(32).fill(seed);
  const point = p256.getPublicKey(secret, false);
  return {
    keyId,
    publicKey: { kty: "EC", crv: "P-256", x: toBase64Url(point.slice(1, 33)), y: toBase64Url(point.slice(33)) },
    sign: (data) => ({
      key_id: keyId,
      algorithm: "ECDSA-P256",
      value: toBase64(p256.sign(data, secret, { prehash: true, lowS: false, format: "compact" })),
    }),
  };
}
