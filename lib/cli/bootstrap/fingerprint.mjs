/** Is a made thing older than what it was made from? Answered by hashing the sources, never by file times. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./environment.mjs";

/**
 * @param {string} relative a file or folder of the project; missing ones contribute nothing
 * @param {(file: string) => boolean} wanted
 * @returns {string[]} files, relative to the project
 */
function filesUnder(relative, wanted) {
  const absolute = inRoot(relative);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [relative];
  return readdirSync(absolute, { withFileTypes: true }).flatMap((item) => {
    const child = path.posix.join(relative, item.name);
    if (item.isDirectory()) return filesUnder(child, wanted);
    return wanted(child) ? [child] : [];
  });
}

/**
 * @param {readonly string[]} sources files and folders
 * @param {(file: string) => boolean} [wanted]
 * @returns {string} SHA-256 hex over names and contents
 */
export function fingerprint(sources, wanted = () => true) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => filesUnder(source, wanted)).sort()) {
    const bytes = readFileSync(inRoot(file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

/**
 * @param {string} stampFile relative to the project
 * @param {string} expected
 */
export function isFresh(stampFile, expected) {
  const absolute = inRoot(stampFile);
  return existsSync(absolute) && readFileSync(absolute, "utf8").trim() === expected;
}

/**
 * @param {string} stampFile relative to the project
 * @param {string} value
 */
export function writeStamp(stampFile, value) {
  mkdirSync(path.dirname(inRoot(stampFile)), { recursive: true });
  writeFileSync(inRoot(stampFile), `${value}\n`);
}
