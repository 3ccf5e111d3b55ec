/** Published Guardian keys as a verifier of receipts and heads takes them. */
import type { EcPublicJwk } from "../core/crypto";
import type { GuardianPublicKey } from "../guardian/ports";

export const trustedKeys = (
  published: readonly GuardianPublicKey[],
): readonly { readonly key_id: string; readonly public_key: EcPublicJwk }[] =>
  published.flatMap(({ key_id, jwk }) => (jwk === undefined ? [] : [{ key_id, public_key: jwk }]));
