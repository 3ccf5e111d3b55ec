/** What every public-key signature scheme offers; a file per family implements it, the registry lists them. */
import type { Crypto } from "../crypto";

export interface SignatureScheme {
  /** Why these bytes are no public key in this scheme's one encoding, null when they are. Never throws. */
  publicKeyFault(publicKey: Uint8Array): string | null;
  /** True only for a genuine signature over exactly these bytes. False, never a throw, on anything malformed. */
  verify(c: Crypto, publicKey: Uint8Array, signed: SignedData): boolean;
}

export interface SignedData {
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

/** Makes the signatures of one key. Throws only when the machinery is broken. */
export interface Signer {
  readonly algorithm: string;
  sign(data: Uint8Array): Uint8Array | Promise<Uint8Array>;
}
