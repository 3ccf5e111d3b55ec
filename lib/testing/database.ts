/** A fresh, migrated database for one test or test file, on the run's own PostgreSQL server. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { createPool } from "../storage/pool";
import { type PrismaClient, prismaClient } from "../storage/prisma";

export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /** Ends both clients and drops the database, whoever else is still connected. */
  drop(): Promise<void>;
}

/** Copies the run's template database. */
export async function testDatabase(): Promise<TestDatabase> {
  const template = new URL(inject("postgresTemplateUrl"));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const source = template.pathname.slice(1);
  await asAdmin(template, `CREATE DATABASE ${name} TEMPLATE ${pg.escapeIdentifier(source)}`);
  const url = withDatabase(template, name);
  const pool = createPool(url, { max: 12, applicationName: "test" });
  const prisma = prismaClient(url);
  return {
    url,
    pool,
    prisma,
    drop: async () => {
      await Promise.all([pool.end(), prisma.$disconnect()]);
      await asAdmin(template, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

function withDatabase(url: URL, name: string): string {
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  return copy.toString();
}

async function asAdmin(template: URL, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(template, "postgres") });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
