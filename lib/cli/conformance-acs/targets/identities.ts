/** Identities from key material: a shared secret, or a private key with the Guardian's public ones. */
import type { PublicKeyAlgorithm } from "../../../core/signing/algorithms";
import { hmacSigner } from "../../../core/signing/hmac-sha256";
import type { VerifyingKey } from "../../../core/signing/registry";
import type { Signer } from "../../../core/signing/scheme";
import { sessionKey } from "../../../core/wire/signature";
import { nodeCrypto } from "../../../server/crypto-node";
import type { Identity } from "../target";

interface Named {
  readonly agentId: string;
  readonly keyId: string;
}

export function hmacIdentity({ agentId, keyId }: Named, secret: Uint8Array): Identity {
  const keyOf = (sessionId: string) => sessionKey(nodeCrypto, secret, sessionId);
  return {
    agentId,
    keyId,
    algorithm: "HMAC-SHA256",
    secret,
    signerFor: (sessionId) => hmacSigner(nodeCrypto, keyOf(sessionId)),
    // a Guardian may name the key of the request or one of its own: the secret is the same
    answerKey: (sessionId) => ({ algorithm: "HMAC-SHA256", sessionKey: keyOf(sessionId) }),
  };
}

export function publicKeyIdentity(
  { agentId, keyId }: Named,
  signer: Signer & { readonly algorithm: PublicKeyAlgorithm },
  guardianKeys: ReadonlyMap<string, VerifyingKey>,
): Identity {
  return {
    agentId,
    keyId,
    algorithm: signer.algorithm,
    signerFor: () => signer,
    answerKey: (_sessionId, named) => guardianKeys.get(named),
  };
}
