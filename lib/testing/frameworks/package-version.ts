/** The version of an installed package, which not every package lets be imported. */
import { readFileSync } from "node:fs";

export function packageVersion(name: string): string {
  const manifest = new URL(`../../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}
