/**
 * Key pairs of every algorithm: classical private keys as PKCS #8 DER, post-quantum ones as raw bytes, hybrids as both
 * with their lengths; public keys in the encodings that are published.
 */
import { constants, createPrivateKey, generateKeyPair, type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
import { HYBRID_PARTS, isHybrid, type PublicKeyAlgorithm, type SingleAlgorithm } from "../../core/signing/algorithms";
import { hybridSigner } from "../../core/signing/hybrid";
import { ML_DSA } from "../../core/signing/ml-dsa";
import { joinParts, splitParts } from "../../core/signing/parts";
import type { Signer } from "../../core/signing/scheme";
import type { SlowSigning } from "./slow-signing";

export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

const RSA_BITS = 3072;
const generate = promisify(generateKeyPair);

export async function generatePair(algorithm: PublicKeyAlgorithm, slow: SlowSigning): Promise<KeyPair> {
  if (!isHybrid(algorithm)) return generateSingle(algorithm, slow);
  const parts = HYBRID_PARTS[algorithm];
  const pqc = await generateSingle(parts.pqc, slow);
  const classical = await generateSingle(parts.classical, slow);
  return {
    publicKey: joinParts({ pqc: pqc.publicKey, classical: classical.publicKey }),
    privateKey: joinParts({ pqc: pqc.privateKey, classical: classical.privateKey }),
  };
}

async function generateSingle(algorithm: SingleAlgorithm, slow: SlowSigning): Promise<KeyPair> {
  switch (algorithm) {
    case "ECDSA-P256":
      return exported(await generate("ec", { namedCurve: "P-256" }));
    case "RSA-PSS-SHA256":
      return exported(await generate("rsa", { modulusLength: RSA_BITS }));
    case "SLH-DSA-128s":
    case "SLH-DSA-128f":
      return pairOf(await slow.generate(algorithm));
    default:
      return pairOf(ML_DSA[algorithm].keygen());
  }
}

const pairOf = ({ publicKey, secretKey }: { publicKey: Uint8Array; secretKey: Uint8Array }): KeyPair => ({
  publicKey,
  privateKey: secretKey,
});

const exported = (pair: { publicKey: KeyObject; privateKey: KeyObject }): KeyPair => ({
  publicKey: new Uint8Array(pair.publicKey.export({ format: "der", type: "spki" })),
  privateKey: new Uint8Array(pair.privateKey.export({ format: "der", type: "pkcs8" })),
});

/** Throws on bytes that `generatePair` did not make. */
export function signerOf(algorithm: PublicKeyAlgorithm, privateKey: Uint8Array, slow: SlowSigning): Signer {
  if (!isHybrid(algorithm)) return { algorithm, sign: signingWith(algorithm, privateKey, slow) };
  const keys = splitParts(privateKey);
  if (keys === null) throw new TypeError("not the private key of a hybrid");
  const { pqc, classical } = HYBRID_PARTS[algorithm];
  return hybridSigner(algorithm, signerOf(pqc, keys.pqc, slow), signerOf(classical, keys.classical, slow));
}

function signingWith(algorithm: SingleAlgorithm, privateKey: Uint8Array, slow: SlowSigning): Signer["sign"] {
  switch (algorithm) {
    case "ECDSA-P256": {
      const key = { key: pkcs8(privateKey), dsaEncoding: "ieee-p1363" } as const;
      return (data) => new Uint8Array(sign("sha256", data, key));
    }
    case "RSA-PSS-SHA256": {
      const key = { key: pkcs8(privateKey), padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
      return (data) => new Uint8Array(sign("sha256", data, key));
    }
    case "SLH-DSA-128s":
    case "SLH-DSA-128f":
      return (data) => slow.sign(algorithm, privateKey, data);
    default:
      return (data) => ML_DSA[algorithm].sign(data, privateKey);
  }
}

const pkcs8 = (bytes: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.from(bytes), format: "der", type: "pkcs8" });
