/** The Guardian's own signing keys, one line of them per algorithm, and the sealing of secrets under the master key. */
import type pg from "pg";
import { fromBase64Strict } from "../core/encoding";
import { isSlow, type PublicKeyAlgorithm } from "../core/signing/algorithms";
import { jwkOfSpki } from "../core/signing/ecdsa-p256";
import type { VerifyingKey } from "../core/signing/registry";
import type { SignedData, Signer } from "../core/signing/scheme";
import type { GuardianPublicKey, KeyRing } from "../guardian/ports";
import {
  currentOf,
  ensureGuardianKey,
  type GuardianKeyRow,
  type KeyMaker,
  readGuardianKeys,
  rotateGuardianKey,
} from "./guardian-keys";
import { KeyRingError, seal, unseal } from "./sealing";
import { signerOf } from "./signing/private-keys";
import { SlowSigning } from "./signing/slow-signing";

export { KeyRingError } from "./sealing";

/** Keys made or followed by another process are seen after this long at most; well within the handover of a rotation. */
const FRESH_MS = 5_000;

export interface OpenKeyRing extends KeyRing {
  rotate(algorithm: PublicKeyAlgorithm, startInS?: number): Promise<GuardianPublicKey>;
  /** Ends the signing threads. */
  close(): Promise<void>;
}

/** Loads the keys, making the first ECDSA one where there is none. Refuses a store that another master key sealed. */
export async function openKeyRing(pool: pg.Pool, master: Buffer): Promise<OpenKeyRing> {
  const ring = new GuardianKeyRing({ pool, master, slow: new SlowSigning() }, new SlowSigning({ threads: 1 }));
  await ring.refresh();
  await ring.current("ECDSA-P256");
  return ring;
}

class GuardianKeyRing implements OpenKeyRing {
  readonly #maker: KeyMaker;
  readonly #signers = new Map<string, Signer>();
  readonly #making = new Map<PublicKeyAlgorithm, Promise<GuardianKeyRow>>();
  #rows: readonly GuardianKeyRow[] = [];
  #readAt = 0;
  #reading: Promise<void> | null = null;

  /** Threads of their own, so that whoever floods the checks delays no answer. */
  readonly #checks: SlowSigning;

  constructor(maker: KeyMaker, checks: SlowSigning) {
    this.#maker = maker;
    this.#checks = checks;
  }

  verifySlowly({ algorithm, publicKey }: VerifyingKey, signed: SignedData): Promise<boolean> {
    if (!isSlow(algorithm)) throw new TypeError(`${algorithm} is checked at once`);
    return this.#checks.verify(algorithm, publicKey, signed);
  }

  sign(data: Uint8Array): ReturnType<KeyRing["sign"]> {
    this.#lookAgain();
    const row = currentOf(this.#rows, "ECDSA-P256", Date.now());
    if (!row) throw new KeyRingError("there is no current Guardian key");
    const value = this.#signer(row).sign(data);
    if (value instanceof Promise) throw new KeyRingError("ECDSA signatures are made at once");
    return { key_id: row.key_id, algorithm: "ECDSA-P256", value: Buffer.from(value).toString("base64") };
  }

  async signMessage(algorithm: PublicKeyAlgorithm, data: Uint8Array): ReturnType<KeyRing["signMessage"]> {
    this.#lookAgain();
    const row = await this.current(algorithm);
    return { keyId: row.key_id, value: await this.#signer(row).sign(data) };
  }

  async prepare(algorithm: PublicKeyAlgorithm): Promise<void> {
    await this.current(algorithm);
  }

  /** The key that signs now, made where there is none. */
  async current(algorithm: PublicKeyAlgorithm): Promise<GuardianKeyRow> {
    const known = currentOf(this.#rows, algorithm, Date.now());
    if (known) {
      // unsealed here already: a store sealed by another master key must fail at the start
      this.#signer(known);
      return known;
    }
    const making = this.#making.get(algorithm) ?? ensureGuardianKey(this.#maker, algorithm);
    this.#making.set(algorithm, making);
    try {
      const made = await making;
      this.#signer(made);
      await this.#read();
      return made;
    } finally {
      this.#making.delete(algorithm);
    }
  }

  published(): readonly GuardianPublicKey[] {
    return this.#rows.map(published);
  }

  async refresh(): Promise<void> {
    if (Date.now() - this.#readAt > 1_000) await this.#read();
  }

  async rotate(algorithm: PublicKeyAlgorithm, startInS = 0): Promise<GuardianPublicKey> {
    const row = await rotateGuardianKey(this.#maker, algorithm, startInS);
    await this.#read();
    return published(row);
  }

  seal(plain: Uint8Array): string {
    return seal(this.#maker.master, plain);
  }

  unseal(sealed: string): Uint8Array {
    return unseal(this.#maker.master, sealed);
  }

  async close(): Promise<void> {
    await Promise.all([this.#maker.slow.close(), this.#checks.close()]);
  }

  #signer(row: GuardianKeyRow): Signer {
    const known = this.#signers.get(row.key_id);
    if (known) return known;
    const made = signerOf(row.algorithm, this.unseal(row.private_sealed), this.#maker.slow);
    this.#signers.set(row.key_id, made);
    return made;
  }

  async #read(): Promise<void> {
    this.#reading ??= this.#load().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #load(): Promise<void> {
    this.#rows = await readGuardianKeys(this.#maker.pool);
    this.#readAt = Date.now();
  }

  /** Behind the answer: a key that is known signs on until the next look. */
  #lookAgain(): void {
    if (Date.now() - this.#readAt < FRESH_MS || this.#reading) return;
    this.#read().catch(() => undefined);
  }
}

function published(row: GuardianKeyRow): GuardianPublicKey {
  const jwk = row.algorithm === "ECDSA-P256" ? jwkOfSpki(fromBase64Strict(row.public_key) ?? new Uint8Array()) : null;
  return {
    key_id: row.key_id,
    algorithm: row.algorithm,
    public_key: row.public_key,
    ...(jwk === null ? {} : { jwk }),
    valid_from: row.valid_from.toISOString(),
    valid_to: row.valid_to?.toISOString() ?? null,
  };
}
