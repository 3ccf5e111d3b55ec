/** The ten signature algorithms that ACS names (§10, W§8), and what each is made of. */

export const SIGNATURE_ALGORITHMS = [
  "HMAC-SHA256",
  "ECDSA-P256",
  "RSA-PSS-SHA256",
  "ML-DSA-65",
  "ML-DSA-44",
  "ML-DSA-87",
  "SLH-DSA-128s",
  "SLH-DSA-128f",
  "ML-DSA-65+ECDSA-P256",
  "ML-DSA-65+RSA-PSS-SHA256",
] as const;

export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** Every algorithm whose verifier needs no secret. */
export type PublicKeyAlgorithm = Exclude<SignatureAlgorithm, "HMAC-SHA256">;

/** Those that are not made of two others. */
export type SingleAlgorithm = Exclude<PublicKeyAlgorithm, `${string}+${string}`>;

export type HybridAlgorithm = Exclude<PublicKeyAlgorithm, SingleAlgorithm>;

export const PUBLIC_KEY_ALGORITHMS = SIGNATURE_ALGORITHMS.filter(
  (name): name is PublicKeyAlgorithm => name !== "HMAC-SHA256",
);

export const isSignatureAlgorithm = (name: unknown): name is SignatureAlgorithm =>
  SIGNATURE_ALGORITHMS.some((known) => known === name);

export const isPublicKeyAlgorithm = (name: unknown): name is PublicKeyAlgorithm =>
  name !== "HMAC-SHA256" && isSignatureAlgorithm(name);

/** The halves of a hybrid, in the order of its encodings. */
export const HYBRID_PARTS: {
  readonly [name in HybridAlgorithm]: { pqc: SingleAlgorithm; classical: SingleAlgorithm };
} = {
  "ML-DSA-65+ECDSA-P256": { pqc: "ML-DSA-65", classical: "ECDSA-P256" },
  "ML-DSA-65+RSA-PSS-SHA256": { pqc: "ML-DSA-65", classical: "RSA-PSS-SHA256" },
};

export const isHybrid = (name: SignatureAlgorithm): name is HybridAlgorithm => Object.hasOwn(HYBRID_PARTS, name);

/** Arithmetic of milliseconds to check and of seconds to sign: never on the thread that decides. */
export const isSlow = (name: string): name is SlowAlgorithm => name.startsWith("SLH-DSA");

export type SlowAlgorithm = Extract<SignatureAlgorithm, `SLH-DSA${string}`>;

/** Shortest answer timeout, ms, that a session under this algorithm can live with: signing alone takes seconds. */
export const minTimeoutMs = (name: string): number => (isSlow(name) ? 30_000 : 0);

/** ms kept free before a timeout for making the signature of the answer, beyond the usual margin. */
export const signingReserveMs = (name: string): number => (isSlow(name) ? 10_000 : 0);
