import { describe, expect, it } from "vitest";
import { migrationsDir, readMigrations } from "./migrate";

describe("the migrations", () => {
  it("hold no semicolon inside a comment, where Prisma's driver adapter would cut the script in two", () => {
    const migrations = readMigrations(migrationsDir());
    expect(migrations.length).toBeGreaterThan(0);
    for (const { name, sql } of migrations) {
      const comments = sql.split("\n").flatMap((line) => /--.*$/.exec(line)?.[0] ?? []);
      expect({ name, cut: comments.filter((comment) => comment.includes(";")) }).toEqual({ name, cut: [] });
    }
  });
});
