/**
 * Applies prisma/migrations without the Prisma CLI, whose engine is a download. Keeps the same bookkeeping, under the same
 * advisory lock, so that `prisma migrate status` and `prisma migrate deploy` agree with it.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { checkServer } from "./server-checks";

/** The number that Prisma's own engine locks while it migrates. */
const PRISMA_LOCK = 72_707_369;

const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, hex: what Prisma stores. */
  readonly checksum: string;
}

interface Applied {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

/**
 * Brings the database up to date and returns the names of the migrations applied now. Throws one sentence when the server
 * is unfit, a migration was edited after it was applied, an earlier one failed, or the database is newer than this release.
 */
export async function migrate(url: string, dir: string = migrationsDir()): Promise<string[]> {
  const migrations = readMigrations(dir);
  const client = new pg.Client({ connectionString: url, application_name: "guardian-migrate" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await checkServer(client);
    await client.query("SELECT pg_advisory_lock($1)", [PRISMA_LOCK]);
    await client.query(BOOKKEEPING);
    const pending = pendingOf(migrations, await applied(client));
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

export const migrationsDir = (): string =>
  path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..", "prisma", "migrations");

/** In the order of their names. */
export function readMigrations(dir: string): Migration[] {
  const names = readdirSync(dir).filter((name) => existsSync(path.join(dir, name, "migration.sql")));
  if (names.length === 0) throw new Error(`No migrations in ${dir}.`);
  return names.sort().map((name) => {
    const bytes = readFileSync(path.join(dir, name, "migration.sql"));
    return { name, sql: bytes.toString("utf8"), checksum: createHash("sha256").update(bytes).digest("hex") };
  });
}

async function applied(client: pg.Client): Promise<readonly Applied[]> {
  const { rows } = await client.query<Applied>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
  );
  return rows;
}

function pendingOf(migrations: readonly Migration[], done: readonly Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of done) {
    const migration = known.get(row.migration_name);
    if (!row.finished) throw new Error(`Migration ${row.migration_name} failed earlier and was not resolved.`);
    if (!migration)
      throw new Error(`The database has migration ${row.migration_name}, which this release does not know.`);
    if (migration.checksum !== row.checksum) {
      throw new Error(`Migration ${row.migration_name} was changed after it had been applied.`);
    }
  }
  const names = new Set(done.map((row) => row.migration_name));
  return migrations.filter((migration) => !names.has(migration.name));
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw new Error(`Migration ${migration.name} failed and was undone: ${(error as Error).message}`, { cause: error });
  }
}
