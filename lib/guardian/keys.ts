/** Agent keys by key_id and the session keys derived from them, kept briefly: a revocation is seen within a second. */
import { type MessageKey, sessionKey } from "../core/wire/signature";
import { Flights } from "./flights";
import { type AgentKeyRow, type Crypto, type Store, StoreUnavailable } from "./ports";

const FRESH_MS = 1000;
const KEPT = 5000;

interface Cached {
  readonly row: AgentKeyRow | null;
  readonly at: number;
}

export class Keys {
  readonly #store: Store;
  readonly #crypto: Crypto;
  readonly #flights = new Flights<AgentKeyRow | null>();
  readonly #rows = new Map<string, Cached>();
  readonly #derived = new Map<string, Uint8Array>();

  constructor(store: Store, crypto: Crypto) {
    this.#store = store;
    this.#crypto = crypto;
  }

  /**
   * The row as it was at most a second ago, or when the store last answered; null when no such key exists. Revoked keys
   * are returned as such.
   */
  async row(keyId: string, now: number): Promise<AgentKeyRow | null> {
    const known = this.#rows.get(keyId);
    if (known && Math.abs(now - known.at) < FRESH_MS) return known.row;
    try {
      return await this.#flights.share(keyId, async () => {
        const row = await this.#store.agentKey(keyId);
        remember(this.#rows, keyId, { row, at: now });
        return row;
      });
    } catch (error) {
      // the commit asks again whether the key still stands; until then it serves to sign the denial
      if (known?.row && error instanceof StoreUnavailable) return known.row;
      throw error;
    }
  }

  forget(keyId: string): void {
    this.#rows.delete(keyId);
  }

  /** What messages under this row are checked with, for its own algorithm and no other. */
  messageKey(row: AgentKeyRow, sessionId: string): MessageKey {
    const { algorithm, secret, publicKey } = row;
    if (algorithm === "HMAC-SHA256") {
      if (secret === null) throw new Error(`key ${row.keyId} has no secret`);
      return { algorithm, sessionKey: this.#derive(row, secret, sessionId) };
    }
    if (publicKey === null) throw new Error(`key ${row.keyId} has no public key`);
    return { algorithm, publicKey };
  }

  /** ACS §10: HKDF-SHA256 over the key's secret, `info` = the session_id exactly as sent. */
  #derive(row: AgentKeyRow, secret: Uint8Array, sessionId: string): Uint8Array {
    const id = `${row.keyId}\n${sessionId}`;
    const known = this.#derived.get(id);
    if (known) return known;
    const key = sessionKey(this.#crypto, secret, sessionId);
    remember(this.#derived, id, key);
    return key;
  }
}

function remember<T>(map: Map<string, T>, id: string, value: T): void {
  map.delete(id);
  map.set(id, value);
  const oldest = map.keys().next();
  if (map.size > KEPT && !oldest.done) map.delete(oldest.value);
}
