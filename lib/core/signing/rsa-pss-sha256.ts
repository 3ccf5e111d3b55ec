/**
 * RSA-PSS-SHA256 (RFC 8017 §8.1.2: MGF1 with SHA-256, salt of 32 bytes): public key as SPKI DER (rsaEncryption),
 * 2048 to 8192 bits; the signature has the modulus' length.
 */
import type { SignatureScheme } from "./scheme";
import { type RsaNumbers, rsaOfSpki } from "./spki";

export const RSA_BITS = { least: 2048, most: 8192 } as const;
const LEAST_EXPONENT = 65537n;
const MOST_EXPONENT = 2n ** 32n;

export const rsaPssSha256: SignatureScheme = {
  publicKeyFault(publicKey) {
    const key = rsaOfSpki(publicKey);
    return key === null ? "is not an RSA public key in SPKI DER (rsaEncryption)" : rsaFault(key);
  },
  verify(c, publicKey, { data, signature }) {
    const key = rsaOfSpki(publicKey);
    if (key === null || rsaFault(key) !== null || signature.length !== bitsOf(key.n) / 8) return false;
    return c.verifyRsaPssSha256(publicKey, data, signature);
  },
};

const bitsOf = (value: bigint): number => value.toString(2).length;

function rsaFault({ n, e }: RsaNumbers): string | null {
  const bits = bitsOf(n);
  if (bits < RSA_BITS.least || bits > RSA_BITS.most) return `has not ${RSA_BITS.least} to ${RSA_BITS.most} bits`;
  if (bits % 8 !== 0) return "has a modulus that does not fill its last byte";
  if (n % 2n === 0n) return "has an even modulus";
  if (e % 2n === 0n || e < LEAST_EXPONENT || e >= MOST_EXPONENT) return "has an exponent that is not taken here";
  return null;
}
