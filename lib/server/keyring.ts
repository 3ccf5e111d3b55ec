/** The Guardian's own ECDSA-P256 keys, and the sealing of secrets at rest (AES-256-GCM under the master key). */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import type pg from "pg";
import type { EcPublicJwk } from "../core/crypto";
import type { GuardianPublicKey, KeyRing } from "../guardian/ports";

export class KeyRingError extends Error {}

interface KeyRow {
  readonly key_id: string;
  readonly public_jwk: string;
  readonly private_sealed: string;
  readonly valid_from: Date;
  readonly valid_to: Date | null;
}

/** Loads the keys, making the first one where there is none. Refuses a store that another master key sealed. */
export async function openKeyRing(pool: pg.Pool, master: Buffer): Promise<KeyRing> {
  const rows = await loadKeys(pool, master);
  const current = rows.find((row) => row.valid_to === null);
  if (!current) throw new KeyRingError("no current Guardian key could be made");
  const secret = unseal(master, current.private_sealed);
  const privateKey: KeyObject = createPrivateKey({ key: Buffer.from(secret), format: "der", type: "pkcs8" });
  return {
    sign: (data) => ({
      key_id: current.key_id,
      algorithm: "ECDSA-P256",
      value: sign("sha256", data, { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64"),
    }),
    published: () => rows.map(publicKey),
    seal: (plain) => seal(master, plain),
    unseal: (sealed) => unseal(master, sealed),
  };
}

const KEY_LOCK = 72707370;

async function loadKeys(pool: pg.Pool, master: Buffer): Promise<KeyRow[]> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [KEY_LOCK]);
    const found = await client.query<KeyRow>("SELECT * FROM guardian_key ORDER BY valid_from DESC");
    if (!found.rows.some((row) => row.valid_to === null)) found.rows.unshift(await makeKey(client, master));
    await client.query("COMMIT");
    return found.rows;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function makeKey(client: pg.PoolClient, master: Buffer): Promise<KeyRow> {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = pair.publicKey.export({ format: "jwk" });
  const secret = pair.privateKey.export({ format: "der", type: "pkcs8" });
  const made = await client.query<KeyRow>(
    "INSERT INTO guardian_key (key_id, algorithm, public_jwk, private_sealed) VALUES ($1, 'ECDSA-P256', $2, $3) RETURNING *",
    [`gk_${randomBytes(9).toString("base64url")}`, JSON.stringify(jwk), seal(master, secret)],
  );
  const row = made.rows[0];
  if (!row) throw new KeyRingError("the Guardian key could not be stored");
  return row;
}

function publicKey(row: KeyRow): GuardianPublicKey {
  const { x, y } = JSON.parse(row.public_jwk) as EcPublicJwk;
  return {
    key_id: row.key_id,
    algorithm: "ECDSA-P256",
    public_key: { kty: "EC", crv: "P-256", x, y },
    valid_from: row.valid_from.toISOString(),
    valid_to: row.valid_to?.toISOString() ?? null,
  };
}

/** `v1.` + base64url(iv 12 | tag 16 | ciphertext) */
function seal(master: Buffer, plain: Uint8Array): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", master, iv);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
}

function unseal(master: Buffer, sealed: string): Uint8Array {
  const bytes = Buffer.from(sealed.slice(3), "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", master, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]));
  } catch {
    throw new KeyRingError("a stored secret does not open under this master key; was the key file of this data kept?");
  }
}
