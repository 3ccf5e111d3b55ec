/** One PostgreSQL server per test run, with a migrated template database; its folder goes when the run ends. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { isHeld } from "../storage/embedded/folder-lock";
import { migrate } from "../storage/migrate";
import { startEmbedded } from "../storage/postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser URL of the template database. */
    readonly postgresTemplateUrl: string;
  }
}

const PREFIX = "guardian-test-";

/** Vitest calls this before the run; what it returns, after it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dir = mkdtempSync(path.join(tmpdir(), PREFIX));
  const server = await startEmbedded({ dir, database: "template", maxConnections: 400 });
  await migrate(server.url);
  project.provide("postgresTemplateUrl", server.url);
  return async () => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}

/** A run that was killed left its server running: take the folder over, stop it, remove it. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const dir = path.join(tmpdir(), name);
    if (!name.startsWith(PREFIX) || !existsSync(path.join(dir, "supervisor.lock")) || isHeld(dir)) continue;
    try {
      const server = await startEmbedded({ dir, database: "template" });
      await server.stop();
    } catch {
      continue;
    }
    rmSync(dir, { recursive: true, force: true });
  }
}
