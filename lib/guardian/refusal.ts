/** A JSON-RPC error on its way out: what is said to the client, who signs it, and what the refusal record keeps. */
import type { WireFailure } from "../core/wire/codes";

/** The session key under which an answer is signed (HKDF output), and the name of the secret behind it. */
export interface Signer {
  readonly keyId: string;
  readonly key: Uint8Array;
}

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
