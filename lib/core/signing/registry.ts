/** All public-key signature schemes by the name that ACS gives them (W§8). */
import type { Crypto } from "../crypto";
import { fromBase64Strict, toBase64 } from "../encoding";
import { err, ok, type Result } from "../result";
import { type PublicKeyAlgorithm, SIGNATURE_ALGORITHMS } from "./algorithms";
import { ecdsaP256 } from "./ecdsa-p256";
import { hybridScheme } from "./hybrid";
import { mlDsa44, mlDsa65, mlDsa87 } from "./ml-dsa";
import { rsaPssSha256 } from "./rsa-pss-sha256";
import type { SignatureScheme, SignedData } from "./scheme";
import { slhDsa128f, slhDsa128s } from "./slh-dsa";

export const SCHEMES: { readonly [name in PublicKeyAlgorithm]: SignatureScheme } = {
  "ECDSA-P256": ecdsaP256,
  "RSA-PSS-SHA256": rsaPssSha256,
  "ML-DSA-44": mlDsa44,
  "ML-DSA-65": mlDsa65,
  "ML-DSA-87": mlDsa87,
  "SLH-DSA-128s": slhDsa128s,
  "SLH-DSA-128f": slhDsa128f,
  "ML-DSA-65+ECDSA-P256": hybridScheme(mlDsa65, ecdsaP256),
  "ML-DSA-65+RSA-PSS-SHA256": hybridScheme(mlDsa65, rsaPssSha256),
};

/** A public key together with the one algorithm that it may be used with. */
export interface VerifyingKey {
  readonly algorithm: PublicKeyAlgorithm;
  readonly publicKey: Uint8Array;
}

/** False, never a throw, for whatever does not verify. */
export const verifySignature = (c: Crypto, key: VerifyingKey, signed: SignedData): boolean =>
  SCHEMES[key.algorithm].verify(c, key.publicKey, signed);

/** Reads a public key from canonical base64. The failure says what the text is not, and shows none of it. */
export function readPublicKey(
  algorithm: PublicKeyAlgorithm,
  text: string,
): Result<VerifyingKey, { readonly message: string }> {
  const publicKey = fromBase64Strict(text);
  if (publicKey === null || publicKey.length === 0) return err({ message: "The public key is not canonical base64." });
  const fault = SCHEMES[algorithm].publicKeyFault(publicKey);
  return fault === null ? ok({ algorithm, publicKey }) : err({ message: `The public key ${fault}.` });
}

export const publicKeyText = ({ publicKey }: VerifyingKey): string => toBase64(publicKey);

/** How keys and signatures are written where ACS leaves it open; published beside the Guardian's keys. */
export const ENCODINGS = {
  signature_value: "canonical base64 with padding (RFC 4648 §4)",
  public_key: "canonical base64 with padding (RFC 4648 §4) of the bytes named here",
  "HMAC-SHA256": { signature: "32 bytes", key: "HKDF-SHA256(secret, no salt, info = UTF-8 of session_id), 32 bytes" },
  "ECDSA-P256": {
    signature: "IEEE P1363: r then s, 32 bytes each, big-endian",
    public_key: "SubjectPublicKeyInfo DER, uncompressed point",
  },
  "RSA-PSS-SHA256": {
    signature: "RSASSA-PSS, MGF1 with SHA-256, salt of 32 bytes; as long as the modulus",
    public_key: "SubjectPublicKeyInfo DER, rsaEncryption, 2048 to 8192 bits",
  },
  "ML-DSA": { signature: "FIPS 204, pure, empty context, raw bytes", public_key: "FIPS 204 raw bytes" },
  "SLH-DSA": {
    signature: "FIPS 205 SHA2 parameter sets, pure, empty context, raw bytes",
    public_key: "FIPS 205 raw bytes",
  },
  hybrid: {
    signature: "len32be(pqc) pqc len32be(classical) classical, both over the same bytes",
    public_key: "len32be(pqc) pqc len32be(classical) classical",
  },
} as const;

/** ACS names in the order in which a ServerHello lists them, of those that an agent may use. */
export const inOrder = (allowed: readonly string[]): readonly string[] =>
  SIGNATURE_ALGORITHMS.filter((name) => allowed.includes(name));
