/** Public keys as people hand them over: base64 in the published encoding, or a PEM block of SubjectPublicKeyInfo. */
import type { Crypto } from "../crypto";
import { fromBase64Strict, toHex } from "../encoding";
import { err, ok, type Result } from "../result";
import { HYBRID_PARTS, isHybrid, type PublicKeyAlgorithm } from "./algorithms";
import { joinParts } from "./parts";
import { SCHEMES, type VerifyingKey } from "./registry";

export interface PastedKey {
  readonly algorithm: PublicKeyAlgorithm;
  /** The key, or a hybrid's post-quantum half. */
  readonly publicKey: string;
  /** A hybrid's classical half. */
  readonly classicalKey?: string;
}

export interface PastedFault {
  readonly field: "publicKey" | "classicalKey";
  readonly message: string;
}

/** Longest text looked at: well above the largest key. */
const MAX_LETTERS = 20_000;
const PEM = /^-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/=\s]+?)\s*-----END PUBLIC KEY-----$/;

/** The failure names the field and says what the text is not; it shows none of it. */
export function readPastedKey(pasted: PastedKey): Result<VerifyingKey, PastedFault> {
  const { algorithm } = pasted;
  if (!isHybrid(algorithm)) {
    const publicKey = readOne(algorithm, pasted.publicKey, "publicKey");
    return publicKey.ok ? ok({ algorithm, publicKey: publicKey.value }) : publicKey;
  }
  const parts = HYBRID_PARTS[algorithm];
  const pqc = readOne(parts.pqc, pasted.publicKey, "publicKey");
  if (!pqc.ok) return pqc;
  const classical = readOne(parts.classical, pasted.classicalKey ?? "", "classicalKey");
  if (!classical.ok) return classical;
  return ok({ algorithm, publicKey: joinParts({ pqc: pqc.value, classical: classical.value }) });
}

function readOne(
  algorithm: PublicKeyAlgorithm,
  text: string,
  field: PastedFault["field"],
): Result<Uint8Array, PastedFault> {
  const trimmed = text.length > MAX_LETTERS ? "" : text.trim();
  const inside = (PEM.exec(trimmed)?.[1] ?? trimmed).replace(/\s+/g, "");
  const bytes = inside === "" ? null : fromBase64Strict(inside);
  if (bytes === null) return err({ field, message: `Give the ${algorithm} public key in base64, or as PEM.` });
  const fault = SCHEMES[algorithm].publicKeyFault(bytes);
  return fault === null ? ok(bytes) : err({ field, message: `The ${algorithm} public key ${fault}.` });
}

/** SHA-256 of the key in its published encoding: what two people compare. */
export const fingerprintOf = (c: Pick<Crypto, "sha256">, publicKey: Uint8Array): string =>
  `sha256:${toHex(c.sha256(publicKey))}`;
