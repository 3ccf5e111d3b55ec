/** Sessions' states as sealed files, one session at a time for one process at a time. */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { err, ok, type Result } from "../../core/result";
import {
  type HookState,
  newState,
  openState,
  type Seal,
  sealState,
} from "../../host/frameworks/claude-code/hook-state";
import type { StateStore } from "../../host/frameworks/claude-code/judge-hook";

const LOCK_MS = 40_000;
const LOOK_MS = 25;

export function stateFiles(dir: string, seal: Seal): StateStore {
  return {
    update: async (hostSessionId, change) => {
      const file = path.join(dir, createHash("sha256").update(hostSessionId).digest("hex"));
      const unlock = await lock(dir, `${file}.lock`);
      if (unlock === null) return err("unavailable");
      try {
        const before = read(file, seal, hostSessionId);
        if (!before.ok) return before;
        const { state, value } = await change(before.value);
        return write(file, sealState(seal, state)) ? ok(value) : err("unavailable");
      } finally {
        unlock();
      }
    },
  };
}

function read(file: string, seal: Seal, hostSessionId: string): Result<HookState, "seal_broken" | "unavailable"> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    return codeOf(error) === "ENOENT" ? ok(newState(hostSessionId)) : err("unavailable");
  }
  return openState(seal, hostSessionId, text);
}

function write(file: string, text: string): boolean {
  const draft = `${file}.${randomUUID()}.new`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, file);
    return true;
  } catch {
    rmSync(draft, { force: true });
    return false;
  }
}

/** How to unlock, or null when it could not be had. The lock of a process that is gone counts for nothing. */
async function lock(dir: string, file: string): Promise<(() => void) | null> {
  const until = performance.now() + LOCK_MS;
  for (;;) {
    try {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      writeFileSync(file, String(process.pid), { flag: "wx", mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (codeOf(error) !== "EEXIST" || performance.now() > until) return null;
    }
    if (!isHeld(file)) takeAway(file);
    else await pause(LOOK_MS);
  }
}

function holderOf(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function isHeld(file: string): boolean {
  const pid = holderOf(file);
  // just made or just gone: look again
  if (pid === null) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

/** In one move, so that of two that find it only one takes it; what turns out to be held again is put back. */
function takeAway(file: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (isHeld(aside)) renameSync(aside, file);
    else rmSync(aside, { force: true });
  } catch {
    // somebody else took it
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;
