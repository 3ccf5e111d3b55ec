/** A JSON-RPC error on its way out: what is said to the client, who signs it, and what the refusal record keeps. */
import type { PublicKeyAlgorithm } from "../core/signing/algorithms";
import type { WireFailure } from "../core/wire/codes";

/**
 * How an answer is signed. Under HMAC: the session key (HKDF output) and the name of the secret behind it. Otherwise by
 * the Guardian's own key for the algorithm of the agent's key.
 */
export type Signer =
  | { readonly algorithm: "HMAC-SHA256"; readonly keyId: string; readonly key: Uint8Array }
  | { readonly algorithm: PublicKeyAlgorithm; readonly key?: undefined };

export interface RefusalContext {
  readonly bodyBytes: number;
  readonly bodyHash: string;
  readonly tenantId?: string | null;
  readonly method?: string | null;
  readonly keyId?: string | null;
  readonly sessionId?: string | null;
  readonly sessionKey?: string | null;
}

export interface Refusal {
  readonly failure: WireFailure;
  /** Null only where the id could not be read. */
  readonly id: string | number | null;
  /** Present once the request authenticated. */
  readonly signer?: Signer;
  readonly context: RefusalContext;
}
