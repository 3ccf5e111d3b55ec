/** The Claude Agent SDK where its user installed it: it is large and proprietary, and no package of this project. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Query } from "../../host/frameworks/claude-agent-sdk/sdk-types";

const NAME = "@anthropic-ai/claude-agent-sdk";

export interface InstalledSdk {
  readonly version: string;
  readonly query: Query;
  /** The command line program that the SDK brings: Claude Code. */
  readonly program: string;
}

const HOW = `Install it outside this project, and name the folder:

  npm install --prefix /some/folder ${NAME}
  npm run live:claude-agent-sdk -- --sdk /some/folder`;

/** Throws saying how to install it. */
export async function installedSdk(folder: string | undefined): Promise<InstalledSdk> {
  if (!folder) throw new Error(`The folder with the Claude Agent SDK was not named. ${HOW}`);
  const packages = path.resolve(folder, "node_modules");
  const manifest = readManifest(path.join(packages, NAME, "package.json"));
  if (manifest === null) throw new Error(`There is no ${NAME} in ${folder}. ${HOW}`);
  const { query } = await import(pathToFileURL(path.join(packages, NAME, manifest.main)).href);
  const program = path.join(packages, `${NAME}-${process.platform}-${process.arch}`, "claude");
  return { version: manifest.version, query, program };
}

function readManifest(file: string): { readonly version: string; readonly main: string } | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
