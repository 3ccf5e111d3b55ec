/** Hybrids (W§8): both halves sign the same bytes, both must verify; keys and signatures are joined the same way. */
import { joinParts, splitParts } from "./parts";
import type { SignatureScheme, Signer } from "./scheme";

export function hybridScheme(pqc: SignatureScheme, classical: SignatureScheme): SignatureScheme {
  return {
    publicKeyFault(publicKey) {
      const keys = splitParts(publicKey);
      if (keys === null) return "is not two public keys with their lengths";
      const first = pqc.publicKeyFault(keys.pqc);
      if (first !== null) return `${first} (post-quantum half)`;
      const second = classical.publicKeyFault(keys.classical);
      return second === null ? null : `${second} (classical half)`;
    },
    verify(c, publicKey, { data, signature }) {
      const keys = splitParts(publicKey);
      const values = splitParts(signature);
      if (keys === null || values === null) return false;
      const isPqc = pqc.verify(c, keys.pqc, { data, signature: values.pqc });
      const isClassical = classical.verify(c, keys.classical, { data, signature: values.classical });
      return isPqc && isClassical;
    },
  };
}

export function hybridSigner(algorithm: string, pqc: Signer, classical: Signer): Signer {
  return {
    algorithm,
    async sign(data) {
      const [first, second] = await Promise.all([pqc.sign(data), classical.sign(data)]);
      return joinParts({ pqc: first, classical: second });
    },
  };
}
