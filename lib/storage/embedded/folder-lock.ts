/** One supervisor per database folder: a lock file that names the process holding it. */
import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, startTime } from "./processes";

interface Holder {
  readonly pid: number;
  readonly started: string | null;
  readonly at: string;
}

/** Longer than the time between reading a stale lock and replacing it, which is synchronous. */
const SETTLE_MS = 100;

export interface FolderLock {
  release(): void;
}

/** Throws with a sentence for the operator when a live process holds the folder. */
export async function lockFolder(dir: string): Promise<FolderLock> {
  const file = path.join(dir, "supervisor.lock");
  const mine: Holder = { pid: process.pid, started: startTime(process.pid), at: new Date().toISOString() };
  const text = JSON.stringify(mine);
  if (!create(file, text)) {
    const holder = read(file);
    if (holder && holds(holder)) throw refusal(dir, holder);
    unlink(file);
    if (!create(file, text)) throw refusal(dir, read(file));
    // Two starts may both have found the same stale lock; only the last writer goes on.
    await sleep(SETTLE_MS);
    const now = read(file);
    if (!now || JSON.stringify(now) !== text) throw refusal(dir, now);
  }
  return {
    release: () => {
      const holder = read(file);
      if (holder && JSON.stringify(holder) === text) unlink(file);
    },
  };
}

/** Whether the process that wrote this lock is still the one that runs under its pid. */
function holds(holder: Holder): boolean {
  if (!isAlive(holder.pid)) return false;
  const started = startTime(holder.pid);
  return started === null || holder.started === null || started === holder.started;
}

/** True when a live supervisor holds the folder. */
export function isHeld(dir: string): boolean {
  const holder = read(path.join(dir, "supervisor.lock"));
  return holder !== null && holds(holder);
}

function refusal(dir: string, holder: Holder | null): Error {
  const who = holder ? `process ${holder.pid}, since ${holder.at}` : "another process";
  return new Error(
    `The database in ${dir} is already in use by ${who}. Stop it first, or give this one another folder or DATABASE_URL.`,
  );
}

function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function read(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return null;
  }
}

function unlink(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
