/** Runs a command of ours as a process, against a Guardian and a database that a test chose. */
import { execFile } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "./sources";

const LOADER = pathToFileURL(path.join(projectRoot, "node_modules/tsx/dist/loader.mjs")).href;

export interface CommandPlace {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly master: Buffer;
  readonly acsUrl: string;
}

export interface Ran {
  readonly code: number;
  /** Both streams. */
  readonly output: string;
}

export function commandRunner(place: CommandPlace) {
  const env = {
    ...process.env,
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    MASTER_KEY: place.master.toString("base64"),
    GUARDIAN_URL: place.acsUrl,
    CONSOLE_URL: "http://localhost:3000",
  };
  return (file: string, args: readonly string[], more: Record<string, string> = {}): Promise<Ran> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        ["--import", LOADER, path.join(projectRoot, file), ...args],
        { env: { ...env, ...more }, cwd: projectRoot, timeout: 100_000, maxBuffer: 64 * 1024 * 1024 },
        () => undefined,
      );
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: string) => (output += text));
      child.once("close", (code) => resolve({ code: code ?? 1, output }));
    });
}
