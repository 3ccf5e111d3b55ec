/** Rows of the Guardian's own keys: one algorithm each, with the time from and until which it signs. */
import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { PublicKeyAlgorithm } from "../core/signing/algorithms";
import { seal } from "./sealing";
import { generatePair } from "./signing/private-keys";
import type { SlowSigning } from "./signing/slow-signing";

export interface GuardianKeyRow {
  readonly key_id: string;
  readonly algorithm: PublicKeyAlgorithm;
  /** base64 */
  readonly public_key: string;
  readonly private_sealed: string;
  readonly valid_from: Date;
  readonly valid_to: Date | null;
}

/** How long a key that was followed by another is still valid: by then every process has seen the new one. */
export const HANDOVER_S = 60;

const KEY_LOCK = 72707370;
const COLUMNS = "key_id, algorithm, public_key, private_sealed, valid_from, valid_to";

export interface KeyMaker {
  readonly pool: pg.Pool;
  readonly master: Buffer;
  readonly slow: SlowSigning;
}

/** All keys, newest first. */
export async function readGuardianKeys(client: pg.Pool | pg.PoolClient): Promise<readonly GuardianKeyRow[]> {
  const sql = `SELECT ${COLUMNS} FROM guardian_key ORDER BY valid_from DESC, key_id`;
  return (await client.query<GuardianKeyRow>(sql)).rows;
}

/**
 * The key of that algorithm that signs now: of those that have begun and not ended, the newest. A key that this clock
 * holds for a future one signs too where there is no other, so that clocks a little apart make no second key.
 */
export function currentOf(
  rows: readonly GuardianKeyRow[],
  algorithm: PublicKeyAlgorithm,
  now: number,
): GuardianKeyRow | undefined {
  const live = rows.filter((row) => row.algorithm === algorithm && (row.valid_to?.getTime() ?? Infinity) > now);
  return live.find((row) => row.valid_from.getTime() <= now) ?? live.at(-1);
}

/** Makes the first key of an algorithm, unless another process just did. */
export async function ensureGuardianKey(maker: KeyMaker, algorithm: PublicKeyAlgorithm): Promise<GuardianKeyRow> {
  const pair = await generatePair(algorithm, maker.slow);
  return locked(maker, async (client) => {
    const found = currentOf(await readGuardianKeys(client), algorithm, Date.now());
    return found ?? insert(client, { algorithm, pair, maker, startInS: 0 });
  });
}

/** A new key that signs from `startInS` seconds on; those before it end a little later, and stay published. */
export async function rotateGuardianKey(
  maker: KeyMaker,
  algorithm: PublicKeyAlgorithm,
  startInS = 0,
): Promise<GuardianKeyRow> {
  const pair = await generatePair(algorithm, maker.slow);
  return locked(maker, async (client) => {
    const made = await insert(client, { algorithm, pair, maker, startInS });
    await client.query(
      `UPDATE guardian_key SET valid_to = $3::timestamptz + make_interval(secs => $4)
        WHERE algorithm = $1 AND key_id <> $2 AND valid_to IS NULL`,
      [algorithm, made.key_id, made.valid_from, HANDOVER_S],
    );
    return made;
  });
}

interface NewKey {
  readonly algorithm: PublicKeyAlgorithm;
  readonly pair: { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array };
  readonly maker: KeyMaker;
  readonly startInS: number;
}

async function insert(client: pg.PoolClient, { algorithm, pair, maker, startInS }: NewKey): Promise<GuardianKeyRow> {
  const values = [
    `gk_${randomBytes(9).toString("base64url")}`,
    algorithm,
    Buffer.from(pair.publicKey).toString("base64"),
    seal(maker.master, pair.privateKey),
    startInS,
  ];
  const sql = `INSERT INTO guardian_key (key_id, algorithm, public_key, private_sealed, valid_from)
    VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5)) RETURNING ${COLUMNS}`;
  return (await client.query<GuardianKeyRow>(sql, values)).rows[0] as GuardianKeyRow;
}

async function locked<T>({ pool }: KeyMaker, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [KEY_LOCK]);
    const done = await work(client);
    await client.query("COMMIT");
    return done;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
