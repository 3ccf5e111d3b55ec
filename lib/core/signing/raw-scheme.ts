/** A scheme whose keys and signatures are raw bytes of fixed length. */
import type { SignatureScheme } from "./scheme";

interface Implementation {
  readonly lengths: { readonly publicKey?: number; readonly signature?: number };
  verify(signature: Uint8Array, data: Uint8Array, publicKey: Uint8Array): boolean;
}

export function rawScheme(implementation: Implementation): SignatureScheme {
  const { publicKey: keyBytes, signature: signatureBytes } = implementation.lengths;
  return {
    publicKeyFault: (publicKey) => (publicKey.length === keyBytes ? null : `does not have ${keyBytes} bytes`),
    verify(_, publicKey, { data, signature }) {
      if (publicKey.length !== keyBytes || signature.length !== signatureBytes) return false;
      try {
        return implementation.verify(signature, data, publicKey);
      } catch {
        return false;
      }
    },
  };
}
