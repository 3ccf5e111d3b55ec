/** The Guardian's keys at rest, across restarts, master keys and an older schema. */
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PUBLIC_KEY_ALGORITHMS } from "../core/signing/algorithms";
import { SCHEMES } from "../core/signing/registry";
import { migrate, migrationsDir } from "../storage/migrate";
import { type TestDatabase, testDatabase } from "../testing/database";
import { nodeCrypto } from "./crypto-node";
import { KeyRingError, openKeyRing } from "./keyring";
import { publishedKeys } from "./published-keys";

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.drop());

const data = new TextEncoder().encode("the bytes");
const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64"));

describe("the key ring", () => {
  it("signs with every algorithm under keys that it publishes", { timeout: 120_000 }, async () => {
    const ring = await openKeyRing(db.pool, randomBytes(32));
    for (const algorithm of PUBLIC_KEY_ALGORITHMS) {
      const { keyId, value } = await ring.signMessage(algorithm, data);
      const key = ring.published().find((each) => each.key_id === keyId);
      expect(key).toMatchObject({ algorithm, valid_to: null });
      const publicKey = bytes(key?.public_key ?? "");
      expect(SCHEMES[algorithm].publicKeyFault(publicKey)).toBeNull();
      expect(SCHEMES[algorithm].verify(nodeCrypto, publicKey, { data, signature: value })).toBe(true);
    }
    const document = await publishedKeys(ring);
    expect(document.keys).toHaveLength(PUBLIC_KEY_ALGORITHMS.length);
    expect(document.encodings["ECDSA-P256"].signature).toContain("P1363");
    await ring.close();
  });

  it("has the same keys after a restart", async () => {
    const master = randomBytes(32);
    const first = await openKeyRing(db.pool, master);
    const signed = [first.sign(data).key_id, (await first.signMessage("ML-DSA-44", data)).keyId];
    await first.close();
    const second = await openKeyRing(db.pool, master);
    expect([second.sign(data).key_id, (await second.signMessage("ML-DSA-44", data)).keyId]).toEqual(signed);
    await second.close();
  });

  it("refuses a store that another master key sealed", async () => {
    await (await openKeyRing(db.pool, randomBytes(32))).close();
    await expect(openKeyRing(db.pool, randomBytes(32))).rejects.toThrow(KeyRingError);
  });

  it("learns of a key that another process made", async () => {
    const master = randomBytes(32);
    const [one, two] = [await openKeyRing(db.pool, master), await openKeyRing(db.pool, master)];
    const made = await one.rotate("ECDSA-P256");
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await two.refresh();
    expect(two.sign(data).key_id).toBe(made.key_id);
    await Promise.all([one.close(), two.close()]);
  });

  it("fails what it was signing when it is closed", async () => {
    const ring = await openKeyRing(db.pool, randomBytes(32));
    await ring.prepare("SLH-DSA-128f");
    const signing = ring.signMessage("SLH-DSA-128f", data);
    await Promise.resolve();
    await ring.close();
    await expect(signing).rejects.toThrow(/signing/);
  });
});

describe("keys from before there were several algorithms", () => {
  it("are kept, in the published encoding", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "first-"));
    const init = "0001_init";
    cpSync(path.join(migrationsDir(), init), path.join(folder, init), { recursive: true });
    const name = `older_${randomBytes(6).toString("hex")}`;
    await db.pool.query(`CREATE DATABASE ${name}`);
    const url = new URL(db.url);
    url.pathname = `/${name}`;
    const pool = new pg.Pool({ connectionString: url.href, max: 1 });
    try {
      await migrate(url.href, folder);
      const x = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU";
      const y = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0";
      await pool.query("INSERT INTO guardian_key (key_id, public_jwk, private_sealed) VALUES ('gk_1', $1, 'v1.x')", [
        JSON.stringify({ kty: "EC", crv: "P-256", x, y }),
      ]);
      await migrate(url.href);
      const { rows } = await pool.query("SELECT key_id, algorithm, public_key FROM guardian_key");
      const spki = bytes(rows[0].public_key);
      expect(rows).toMatchObject([{ key_id: "gk_1", algorithm: "ECDSA-P256" }]);
      expect(SCHEMES["ECDSA-P256"].publicKeyFault(spki)).toBeNull();
      expect([spki.slice(27, 59), spki.slice(59)].map((part) => Buffer.from(part).toString("base64url"))).toEqual([
        x,
        y,
      ]);
    } finally {
      await pool.end();
      await db.pool.query(`DROP DATABASE ${name}`);
      rmSync(folder, { recursive: true });
    }
  });
});
