/** Our own Guardian, started for the run in a folder of its own and gone after it: the listener, the Next route, stdio. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { prepareDatabase } from "../../../server/first-start";
import { startEmbedded } from "../../../storage/postgres";
import { type GuardianPlace, startGuardian } from "../../../testing/guardian-process";
import { freePort } from "../../../testing/product";
import { projectRoot } from "../../../testing/sources";
import { startStdio } from "../../../testing/stdio-process";
import { openAdminAccess } from "../../admin-access";
import type { Target } from "../target";
import { ourGuardian } from "./ours";
import { overHttp, overStdio } from "./transports";

export const WAYS = ["listener", "next", "stdio"] as const;
export type Way = (typeof WAYS)[number];

/** Starts what the way needs, hands it to `work` as a target, and stops all of it whatever comes. */
export async function withProduct<T>(way: Way, work: (target: Target) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "guardian-conformance-"));
  const undo: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })];
  try {
    const database = await startEmbedded({ dir: path.join(dataDir, "postgres") });
    undo.push(() => database.stop());
    const master = randomBytes(32);
    await prepareDatabase(database.url, master);
    const access = await openAdminAccess(database.url, master);
    undo.push(() => access.close());
    const ocsfFile = path.join(dataDir, "ocsf.jsonl");
    process.env.GUARDIAN_OCSF_FILE = ocsfFile;
    mkdirSync(path.join(dataDir, "run"), { recursive: true });
    const ours = await ourGuardian({ access, databaseUrl: database.url, patient: true, ocsfFile });
    undo.push(() => ours.close());
    const started = await start(way, { databaseUrl: database.url, dataDir: path.join(dataDir, "run"), master });
    undo.push(() => started.stop());
    return await work({ ...ours.setUp, ...started.target });
  } finally {
    for (const one of undo.reverse()) await one().catch(() => undefined);
  }
}

interface Started {
  readonly target: Pick<Target, "name" | "transport" | "post">;
  stop(): Promise<unknown>;
}

async function start(way: Way, place: GuardianPlace): Promise<Started> {
  switch (way) {
    case "listener": {
      const { acsUrl, stop } = await startGuardian(place);
      return { target: { name: way, transport: "http", post: overHttp(acsUrl) }, stop };
    }
    case "next":
      return startNext(place);
    case "stdio": {
      const child = startStdio(place);
      return { target: { name: way, transport: "stdio", post: overStdio(child) }, stop: () => child.end() };
    }
  }
}

/** The built console alone, whose route takes the messages. */
async function startNext({ databaseUrl, dataDir, master }: GuardianPlace): Promise<Started> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const loader = pathToFileURL(path.join(projectRoot, "node_modules/tsx/dist/loader.mjs")).href;
  const child = spawn(process.execPath, ["--import", loader, path.join(projectRoot, "lib/server/console-main.ts")], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      MASTER_KEY: master.toString("base64"),
      PORT: String(port),
      CONSOLE_URL: url,
      NEXTAUTH_URL: url,
    },
  });
  const printed = collect(child);
  const ended = once(child, "exit");
  const early = ended.then(() => Promise.reject(new Error(`the console ended before it was ready:\n${printed()}`)));
  await Promise.race([once(child, "message"), early]);
  early.catch(() => undefined);
  return {
    target: { name: "next", transport: "http", post: overHttp(`${url}/acs`) },
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function collect(child: ChildProcess): () => string {
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  return () => printed;
}
