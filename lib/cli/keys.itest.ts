/** The keys command as a process of its own, on a database of its own. */
import { spawnSync } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readKeyFile } from "../core/evidence/keys";
import { type TestDatabase, testDatabase } from "../testing/database";

const root = path.resolve(__dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "keys-"));
const MASTER_KEY = randomBytes(32).toString("base64");
let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await db.drop();
});

function keys(...args: readonly string[]) {
  const env = { ...process.env, DATABASE_URL: db.url, MASTER_KEY, DATA_DIR: folder };
  const run = spawnSync(process.execPath, ["--import", "tsx", "lib/cli/keys.ts", ...args], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  return { status: run.status, output: run.stdout, errors: run.stderr };
}

describe("the keys command", () => {
  it("makes a key under the id that a client's software insists on, once", { timeout: 120_000 }, () => {
    const made = keys("create", "coding-agent", "--key-id", "default");
    expect(made.output).toContain("GUARDIAN_KEY_ID=default");
    const again = keys("create", "another-agent", "--key-id", "default");
    expect([again.status, again.errors.trim()]).toEqual([1, "There is a key with this id."]);
    expect(keys("create", "coding-agent", "--key-id", "a b").status).toBe(1);
    expect(keys("list").output).not.toContain("another-agent");
  });

  it("adds a public key to an agent, once, and lists it", { timeout: 120_000 }, () => {
    const file = path.join(folder, "agent.pem");
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writeFileSync(file, String(pair.publicKey.export({ format: "pem", type: "spki" })));
    expect(keys("create", "agent-1").status).toBe(0);
    const add = ["add", "agent-1", "--algorithm", "ECDSA-P256", "--public-key", file];
    const added = keys(...add);
    expect(added).toMatchObject({ status: 0, output: expect.stringMatching(/ECDSA-P256 sha256:[0-9a-f]{64}/) });
    expect(keys(...add)).toMatchObject({ status: 1, errors: expect.stringContaining("registered already") });
    expect(keys("list").output).toMatch(/agent-1\tkey_[0-9a-f]+\tECDSA-P256\tactive/);
    expect(keys("add", "nobody", ...add.slice(2)).status).toBe(1);
  });

  it("rotates the Guardian's key for one algorithm and exports both", { timeout: 120_000 }, () => {
    const before = keys("guardian", "list").output.trim().split("\n");
    expect(before).toHaveLength(1);
    const rotated = keys("guardian", "rotate", "--algorithm", "ECDSA-P256", "--start-in", "3600");
    expect(rotated).toMatchObject({ status: 0, output: expect.stringMatching(/^gk_/) });
    const exported = keys("guardian", "export").output;
    const file = readKeyFile(exported);
    expect(file.ok && file.value.messages.size).toBe(2);
    expect(JSON.parse(exported).encodings["ECDSA-P256"]).toBeDefined();
    expect(keys("guardian", "rotate", "--algorithm", "HMAC-SHA256").status).toBe(2);
    expect(keys("guardian", "rotate", "--algorithm", "ML-DSA-65", "--start-in", "700000").status).toBe(2);
    expect(keys("guardian").status).toBe(2);
  });
});
