/** Where vectors and golden identities lie: ours in the project, the published ones beside a checkout or in a given folder. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const OURS = path.resolve(here, "../../agent-hooks/vectors/ctk");
/** Holds `vectors/` and `golden/identity.json`. */
const BESIDE = path.resolve(here, "../../../../shared/reference/agent-hooks/conformance");

/** Throws when there are none: the project ships them. */
export function ownVectors(): readonly unknown[] {
  const found = vectorsIn(OURS);
  if (found.length === 0) throw new Error("the project's own vectors are missing");
  return found;
}

/** Null where they are not there. */
export function publishedVectors(folder = BESIDE): readonly unknown[] | null {
  const found = vectorsIn(path.join(folder, "vectors"));
  return found.length === 0 ? null : found;
}

export interface GoldenFixture {
  readonly id: string;
  readonly ctx: unknown;
  readonly expect: { readonly context_identity?: string; readonly error?: string };
}

/** Null where they are not there. */
export function publishedGoldens(folder = BESIDE): readonly GoldenFixture[] | null {
  const file = path.join(folder, "golden/identity.json");
  if (!existsSync(file)) return null;
  return (read(file) as { fixtures: readonly GoldenFixture[] }).fixtures;
}

function vectorsIn(folder: string): readonly unknown[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.sort().map((name) => read(path.join(folder, name)));
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
