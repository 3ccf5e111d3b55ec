/** Makes the signatures of an agent's key: HMAC under a session key, classical keys by WebCrypto, post-quantum ones by @noble. */
import { fromBase64Strict, fromBase64UrlStrict } from "../core/encoding";
import { HYBRID_PARTS, isHybrid, type PublicKeyAlgorithm, type SingleAlgorithm } from "../core/signing/algorithms";
import { hybridSigner } from "../core/signing/hybrid";
import { ML_DSA } from "../core/signing/ml-dsa";
import type { Signer } from "../core/signing/scheme";
import { SLH_DSA } from "../core/signing/slh-dsa";

export type { Signer } from "../core/signing/scheme";

/**
 * The agent's private key: PKCS #8 DER of a classical key, raw bytes of a post-quantum one. `classicalKey` is a hybrid's
 * second half. Anything that signs may stand in its place, such as a KMS: `{algorithm, sign}`.
 */
export interface PrivateKey {
  readonly algorithm: PublicKeyAlgorithm;
  readonly privateKey: Uint8Array;
  readonly classicalKey?: Uint8Array;
}

const MIN_SECRET_BYTES = 32;

/** Throws TypeError on a secret that is too short or is no base64: a bug in the caller's configuration. */
export function secretBytes(secret: Uint8Array | string): Uint8Array {
  const bytes = typeof secret === "string" ? (fromBase64Strict(secret) ?? fromBase64UrlStrict(secret)) : secret;
  if (bytes === null) throw new TypeError("the secret is not base64");
  if (bytes.length < MIN_SECRET_BYTES) throw new TypeError(`the secret has fewer than ${MIN_SECRET_BYTES} bytes`);
  return bytes;
}

/** Rejects with TypeError or DOMException on bytes that are no such private key. */
export async function createSigner(key: PrivateKey): Promise<Signer> {
  const { algorithm, privateKey, classicalKey } = key;
  if (!isHybrid(algorithm)) return singleSigner(algorithm, privateKey);
  if (classicalKey === undefined) throw new TypeError("a hybrid needs its classical key too");
  const { pqc, classical } = HYBRID_PARTS[algorithm];
  return hybridSigner(algorithm, await singleSigner(pqc, privateKey), await singleSigner(classical, classicalKey));
}

async function singleSigner(algorithm: SingleAlgorithm, privateKey: Uint8Array): Promise<Signer> {
  switch (algorithm) {
    case "ECDSA-P256":
      return webSigner(algorithm, privateKey, {
        key: { name: "ECDSA", namedCurve: "P-256" },
        use: { name: "ECDSA", hash: "SHA-256" },
      });
    case "RSA-PSS-SHA256":
      return webSigner(algorithm, privateKey, {
        key: { name: "RSA-PSS", hash: "SHA-256" },
        use: { name: "RSA-PSS", saltLength: 32 },
      });
    case "SLH-DSA-128s":
    case "SLH-DSA-128f":
      return { algorithm, sign: (data) => SLH_DSA[algorithm].sign(data, privateKey) };
    default:
      return { algorithm, sign: (data) => ML_DSA[algorithm].sign(data, privateKey) };
  }
}

interface WebAlgorithm {
  readonly key: EcKeyImportParams | RsaHashedImportParams;
  readonly use: EcdsaParams | RsaPssParams;
}

/** WebCrypto writes ECDSA signatures as r and s, 32 bytes each, as ours are. */
async function webSigner(algorithm: string, pkcs8: Uint8Array, web: WebAlgorithm): Promise<Signer> {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey("pkcs8", new Uint8Array(pkcs8), web.key, false, ["sign"]);
  return {
    algorithm,
    sign: async (data) => new Uint8Array(await subtle.sign(web.use, key, new Uint8Array(data))),
  };
}
