/** PostgreSQL refuses to run as root: chooses the OS user it runs as, and how it is launched. */
import { type ChildProcess, execFile, type SpawnOptions, spawn } from "node:child_process";
import { statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

/** Null when this process is not root: the database then runs as the same user. */
export async function databaseUser(): Promise<OsUser | null> {
  if (process.getuid?.() !== 0) return null;
  const existing = await lookUp("postgres");
  if (existing) return existing;
  // Containers without useradd still have nobody.
  await run("groupadd", ["--system", "postgres"]).catch(() => undefined);
  await run("useradd", ["--system", "--gid", "postgres", "--no-create-home", "postgres"]).catch(() => undefined);
  const user = (await lookUp("postgres")) ?? (await lookUp("nobody"));
  if (user) return user;
  throw new Error(
    "PostgreSQL does not run as root, and no user 'postgres' could be made. Run as another user, or set DATABASE_URL.",
  );
}

async function lookUp(name: string): Promise<OsUser | null> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly user: OsUser | null;
  /** Folders and files that the program must reach. */
  readonly needs: readonly string[];
}

/** Spawns a program as that user. */
export function launch(what: Launch, options: SpawnOptions): ChildProcess {
  const { user } = what;
  if (!user) return spawn(what.file, what.args, options);
  if (what.needs.every((target) => reachable(target, user))) {
    return spawn(what.file, what.args, { ...options, uid: user.uid, gid: user.gid });
  }
  // A clone below /root: its folders are closed to other users. The process keeps the one capability to pass them.
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  const capability = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"];
  return spawn("setpriv", [...identity, ...capability, "--", what.file, ...what.args], options);
}

function reachable(target: string, user: OsUser): boolean {
  for (let folder = path.dirname(path.resolve(target)); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
