/** RSASSA-PSS verification (RFC 8017 §9.1.2) in plain arithmetic, for where the platform's RSA is not synchronous. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bigOf, bytesOfBig, concat, type RsaNumbers } from "./spki";

const HASH = 32;
const SALT = 32;

/** Works on public values only, so that it need not run in constant time. */
export function verifyRsaPss({ n, e }: RsaNumbers, data: Uint8Array, signature: Uint8Array): boolean {
  const length = Math.ceil(n.toString(16).length / 2);
  const value = bigOf(signature);
  if (signature.length !== length || value >= n) return false;
  return isPssEncoded(bytesOfBig(power(value, e, n), length), sha256(data));
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** EMSA-PSS-VERIFY for moduli that fill their bytes: emBits = 8 · length − 1. */
function isPssEncoded(encoded: Uint8Array, digest: Uint8Array): boolean {
  const { length } = encoded;
  if (length < HASH + SALT + 2 || encoded[length - 1] !== 0xbc) return false;
  const masked = encoded.subarray(0, length - HASH - 1);
  const hash = encoded.subarray(length - HASH - 1, length - 1);
  if ((masked[0] ?? 0xff) & 0x80) return false;
  const mask = mgf1(hash, masked.length);
  const block = masked.map((byte, at) => byte ^ (mask[at] ?? 0));
  block[0] = (block[0] ?? 0) & 0x7f;
  const separator = block.length - SALT - 1;
  if (block[separator] !== 1 || block.subarray(0, separator).some((byte) => byte !== 0)) return false;
  const expected = sha256(concat([new Uint8Array(8), digest, block.subarray(separator + 1)]));
  return expected.every((byte, at) => byte === hash[at]);
}

function mgf1(seed: Uint8Array, length: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let counter = 0; counter * HASH < length; counter += 1) {
    blocks.push(sha256(concat([seed, bytesOfBig(BigInt(counter), 4)])));
  }
  return concat(blocks).subarray(0, length);
}
