/** Makes the database cluster: all of it or nothing, whenever the process dies. */
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Binaries } from "./binaries";
import { launch, type OsUser } from "./os-user";

export const SUPERUSER = "guardian";

export interface Cluster {
  /** PGDATA */
  readonly data: string;
  readonly password: string;
}

export interface ClusterSpec {
  readonly dir: string;
  readonly binaries: Binaries;
  readonly user: OsUser | null;
}

/** Opens the cluster in `dir`, running initdb when there is none. */
export async function openCluster(spec: ClusterSpec): Promise<Cluster> {
  const data = path.join(spec.dir, "data");
  const password = ownPassword(spec.dir);
  if (!existsSync(path.join(data, "PG_VERSION"))) await initialise(spec, { data, password });
  return { data, password };
}

/** Written before the cluster exists, so that no cluster is ever left without its password. */
function ownPassword(dir: string): string {
  const file = path.join(dir, "password");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const password = randomBytes(32).toString("base64url");
  const draft = `${file}.new`;
  writeFileSync(draft, password, { mode: 0o600 });
  renameSync(draft, file);
  return password;
}

async function initialise(spec: ClusterSpec, cluster: Cluster): Promise<void> {
  // What an interrupted initdb left behind.
  for (const name of readdirSync(spec.dir)) {
    if (name.startsWith("data.new")) rmSync(path.join(spec.dir, name), { recursive: true, force: true });
  }
  if (existsSync(cluster.data))
    throw new Error(`${cluster.data} exists but is no PostgreSQL cluster; it is not touched.`);
  const draft = path.join(spec.dir, "data.new");
  const passwordFile = path.join(spec.dir, "data.new-password");
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
  if (spec.user) {
    chownSync(draft, spec.user.uid, spec.user.gid);
    chownSync(passwordFile, spec.user.uid, spec.user.gid);
  }
  try {
    await runInitdb(spec, { draft, passwordFile });
    renameSync(draft, cluster.data);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function runInitdb(spec: ClusterSpec, files: { draft: string; passwordFile: string }): Promise<void> {
  const args = [
    `--pgdata=${files.draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${files.passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--data-checksums",
  ];
  const { initdb, home } = spec.binaries;
  const child = launch(
    { file: initdb, args, user: spec.user, needs: [initdb, files.draft] },
    { stdio: ["ignore", "pipe", "pipe"], cwd: reachableCwd(home, spec), env: { ...process.env, LC_ALL: "C" } },
  );
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`initdb failed (${code}): ${output}`))));
  });
}

/** initdb and postgres complain when they may not read their working directory. */
const reachableCwd = (home: string, spec: ClusterSpec): string => (spec.user ? "/" : home);
