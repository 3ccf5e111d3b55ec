/** Public test data that may lie beside a checkout. Suites over it are registered only where it is found. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const FOLDER = resolve(__dirname, "../../../shared/reference");

/** The parsed file, null where it is absent. */
export function referenceFile(path: string): unknown {
  const file = resolve(FOLDER, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** The same for what is no JSON. */
export function referenceText(path: string): string | null {
  const file = resolve(FOLDER, path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
