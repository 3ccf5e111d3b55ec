/** One PostgreSQL server process over one cluster: found alive and adopted, or started, and stopped. */
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Binaries } from "./binaries";
import { type Cluster, SUPERUSER } from "./cluster";
import { launch, type OsUser } from "./os-user";
import { commandLine, isAlive, waitForEnd } from "./processes";

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** Recovery after a crash replays the log first; only a server that does nothing for this long is given up. */
const READY_WITHIN_MS = 120_000;
/** Of one log file; the one before is kept. */
const LOG_LIMIT = 5_000_000;
const NO_SUCH_PID = 2_147_483_646;

/**
 * The server that a crashed supervisor left running, when it still answers with our password. One that does not answer
 * is stopped; a pid file that names somebody else's process is disarmed.
 */
export async function adopt(cluster: Cluster): Promise<Postmaster | null> {
  const found = readPidFile(cluster.data);
  if (!found || !isAlive(found.pid)) return null;
  if (!commandLine(found.pid)?.includes(cluster.data)) {
    disarm(cluster.data, found.lines);
    return null;
  }
  if (found.port !== null && (await answers(cluster, { pid: found.pid, port: found.port }))) {
    return { pid: found.pid, port: found.port };
  }
  await stop(found.pid, cluster.data);
  return null;
}

interface PidFile {
  readonly pid: number;
  readonly port: number | null;
  readonly lines: readonly string[];
}

function readPidFile(data: string): PidFile | null {
  try {
    const lines = readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    const port = Number(lines[3]);
    return pid > 0 ? { pid, port: port > 0 ? port : null, lines } : null;
  } catch {
    return null;
  }
}

/**
 * The pid was given to another process after a crash, and PostgreSQL would refuse to start beside it. Only the number
 * is replaced: the rest lets PostgreSQL check that no backend still uses the old shared memory.
 */
function disarm(data: string, lines: readonly string[]): void {
  writeFileSync(path.join(data, "postmaster.pid"), [String(NO_SUCH_PID), ...lines.slice(1)].join("\n"));
}

export interface StartSpec {
  readonly dir: string;
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly user: OsUser | null;
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts a server on a free port. A port taken meanwhile, or backends of a killed server that linger, are waited out. */
export async function start(spec: StartSpec): Promise<Postmaster> {
  let last = "";
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const started = await startOnce(spec, await choosePort(spec.dir));
    if (typeof started !== "string") return started;
    last = started;
    if (!/could not bind|Address already in use|pre-existing shared memory|lock file/i.test(last)) break;
    await sleep(250 * (attempt + 1));
  }
  throw new Error(`PostgreSQL did not start. Its log (${path.join(spec.dir, "server.log")}) ends with: ${last}`);
}

async function startOnce(spec: StartSpec, port: number): Promise<Postmaster | string> {
  const { postgres } = spec.binaries;
  const logFile = path.join(spec.dir, "server.log");
  // A file, not a pipe: the server outlives a supervisor that is killed.
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, "a", 0o600);
  const before = statSync(logFile).size;
  const settings = Object.entries(spec.settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = launch(
    {
      file: postgres,
      args: ["-D", spec.cluster.data, "-p", String(port), ...settings],
      user: spec.user,
      needs: [postgres, spec.cluster.data],
    },
    // Its own process group: Ctrl-C reaches the supervisor, which drains first and then stops the server.
    { stdio: ["ignore", log, log], detached: true, cwd: "/", env: { ...process.env, LC_ALL: "C" } },
  );
  closeSync(log);
  child.unref();
  const failure = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", () => resolve(lastWords(logFile, before)));
  });
  const pid = child.pid;
  if (pid === undefined) return failure;
  const ready = answers(spec.cluster, { pid, port }).then((yes): Postmaster | string | Promise<string> => {
    if (yes) return { pid, port };
    // it may be seen to be gone before its end is told, and why it ended decides what comes next
    return isAlive(pid) ? "no answer" : failure;
  });
  const outcome = await Promise.race([ready, failure]);
  if (outcome === "no answer") await stop(pid, spec.cluster.data);
  return outcome;
}

/** What the server printed since it was started; nothing when its folder has gone in the meantime. */
function lastWords(logFile: string, before: number): string {
  if (!existsSync(logFile)) return "";
  return readFileSync(logFile).subarray(before).toString("utf8").trim().slice(-2000);
}

/** Waits until the server takes our connections and proves to serve this cluster; false when it ends or stays mute. */
async function answers(cluster: Cluster, server: Postmaster): Promise<boolean> {
  const end = performance.now() + READY_WITHIN_MS;
  while (performance.now() < end && isAlive(server.pid)) {
    const seen = await ask(cluster, server.port);
    if (seen === "ours") return true;
    if (seen === "foreign") return false;
    await sleep(40);
  }
  return false;
}

async function ask(cluster: Cluster, port: number): Promise<"ours" | "foreign" | "not yet"> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port,
    user: SUPERUSER,
    password: cluster.password,
    database: "postgres",
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    return rows[0]?.data_directory === cluster.data ? "ours" : "foreign";
  } catch (error) {
    const code = (error as { code?: string }).code;
    return code === "28P01" || code === "28000" ? "foreign" : "not yet";
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Fast shutdown, then immediate (which recovers at the next start), then the end. Nothing when it is gone already. */
export async function stop(pid: number, data: string): Promise<void> {
  if (!commandLine(pid)?.includes(data)) return;
  for (const [signal, ms] of [
    ["SIGINT", 20_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitForEnd(pid, ms)) return;
  }
}

/** The port of last time when it is free, so that clients of a server that was restarted find it again. */
async function choosePort(dir: string): Promise<number> {
  const file = path.join(dir, "port");
  const last = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const port = (last > 1024 && (await bindable(last))) || (await bindable(0));
  if (port === 0) throw new Error("no port of 127.0.0.1 is free");
  writeFileSync(file, String(port));
  return port;
}

/** The port when it can be bound, else 0. Port 0 asks the system for a free one. */
function bindable(wanted: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(0));
    probe.listen(wanted, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
