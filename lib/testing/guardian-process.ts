/** A Guardian process of its own, as on another machine, for tests that need more than one or that kill it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { readJson } from "../core/json/read";
import type { JsonValue } from "../core/json/value";
import { freePort } from "./product";
import { messageBytes } from "./scripted-agent";
import { projectRoot } from "./sources";

export interface GuardianProcess {
  readonly acsUrl: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

export interface GuardianPlace {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** 32 bytes. */
  readonly master: Buffer;
  readonly env?: { readonly [name: string]: string };
}

/** Resolves when it answers; rejects with what it printed when it ends before. */
export async function startGuardian(place: GuardianPlace): Promise<GuardianProcess> {
  const port = await freePort();
  const loader = pathToFileURL(path.join(projectRoot, "node_modules/tsx/dist/loader.mjs")).href;
  const child = spawn(process.execPath, ["--import", loader, path.join(projectRoot, "lib/server/guardian-main.ts")], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: place.databaseUrl,
      DATA_DIR: place.dataDir,
      MASTER_KEY: place.master.toString("base64"),
      GUARDIAN_PORT: String(port),
      GUARDIAN_HOST: "127.0.0.1",
      ...place.env,
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, "exit");
  await Promise.race([
    once(child, "message"),
    ended.then(() => Promise.reject(new Error(`the Guardian ended before it was ready:\n${printed}`))),
  ]);
  return {
    acsUrl: `http://127.0.0.1:${port}/acs`,
    process: child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Posts a message as it is; null when no JSON answer came back. */
export async function post(
  acsUrl: string,
  message: JsonValue,
): Promise<{ value: JsonValue; bytes: Uint8Array } | null> {
  try {
    const body = Buffer.from(messageBytes(message));
    const headers = { "content-type": "application/json" };
    const response = await fetch(acsUrl, { method: "POST", body, headers, signal: AbortSignal.timeout(15_000) });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const read = readJson(bytes);
    return read.ok ? { value: read.value, bytes } : null;
  } catch {
    return null;
  }
}
