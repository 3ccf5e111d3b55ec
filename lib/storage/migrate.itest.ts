import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../testing/database";
import { migrate, migrationsDir, readMigrations } from "./migrate";

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.drop());

function migrations(sql: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(path.join(tmpdir(), "migrations-"));
  for (const [name, text] of Object.entries(sql)) {
    mkdirSync(path.join(dir, name));
    writeFileSync(path.join(dir, name, "migration.sql"), text);
  }
  return dir;
}

/** The product's own migrations, by name. */
const own = () => Object.fromEntries(readMigrations(migrationsDir()).map(({ name, sql }) => [name, sql]));
const init = () => own()["0001_init"] ?? "";

describe("migrate", () => {
  it("applies nothing twice", async () => {
    expect(await migrate(db.url)).toEqual([]);
  });

  it("applies a migration once when several processes start together", async () => {
    const dir = migrations({ ...own(), "9999_more": "CREATE TABLE more (id int)" });
    const runs = await Promise.all([migrate(db.url, dir), migrate(db.url, dir), migrate(db.url, dir)]);
    expect(runs.flat()).toEqual(["9999_more"]);
  });

  it("keeps the row that Prisma's own engine would write", async () => {
    const { rows } = await db.pool.query("SELECT * FROM _prisma_migrations ORDER BY migration_name");
    expect(rows.map((row) => row.migration_name).sort()).toEqual(Object.keys(own()));
    expect(rows[0]).toMatchObject({
      migration_name: "0001_init",
      checksum: createHash("sha256").update(init()).digest("hex"),
      rolled_back_at: null,
      logs: null,
      applied_steps_count: 1,
    });
    expect(rows[0].finished_at).toBeInstanceOf(Date);
  });

  it("undoes all of a migration that fails, and can be run again when it is mended", async () => {
    const broken = migrations({ ...own(), "9999_more": "CREATE TABLE more (id int); SELECT nonsense" });
    await expect(migrate(db.url, broken)).rejects.toThrow(/9999_more failed and was undone/);
    const mended = migrations({ ...own(), "9999_more": "CREATE TABLE more (id int)" });
    expect(await migrate(db.url, mended)).toEqual(["9999_more"]);
  });

  it("refuses a migration that was edited after it was applied", async () => {
    const edited = migrations({ ...own(), "0001_init": `${init()}\n-- edited` });
    await expect(migrate(db.url, edited)).rejects.toThrow(/0001_init was changed/);
  });

  it("refuses a database that a newer release has migrated", async () => {
    await migrate(db.url, migrations({ ...own(), "9999_more": "SELECT 1" }));
    await expect(migrate(db.url)).rejects.toThrow(/does not know/);
  });

  it("refuses a database where synchronous_commit is off", async () => {
    await db.pool.query(
      "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$",
    );
    await expect(migrate(db.url)).rejects.toThrow(/synchronous_commit is off/);
  });

  it("gives every column of the schema the type that Prisma expects", async () => {
    expect(await db.prisma.tenant.findMany()).toMatchObject([{ id: "default", policyEpoch: 1n }]);
    expect((await db.prisma.store.findFirst())?.epoch).toMatch(/^[0-9a-f]{32}$/);
    const models = Object.entries(db.prisma).filter(
      ([name, model]) => !name.startsWith("$") && !name.startsWith("_") && typeof model?.findMany === "function",
    );
    expect(models.length).toBeGreaterThan(18);
    for (const [, model] of models) expect(await model.findMany()).toBeInstanceOf(Array);
  });
});
