/** The database of the product that runs from the same data folder: an agent that starts a Guardian of its own knows no address. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { isJsonObject } from "../core/json/value";

/** Null where nothing runs, or what runs left no word. */
export function runningDatabase(dataDir: string): string | null {
  try {
    const facts: unknown = JSON.parse(readFileSync(path.join(dataDir, "runtime.json"), "utf8"));
    return isJsonObject(facts) && typeof facts.databaseUrl === "string" ? facts.databaseUrl : null;
  } catch {
    return null;
  }
}
