/** Questions about other processes: is it alive, when did it start, what was it called with. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A zombie is not alive: it holds nothing. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return statFields(pid)?.[0] !== "Z";
}

/** Something that differs when the pid was given to another process; null where it cannot be known. */
export function startTime(pid: number): string | null {
  const ticks = statFields(pid)?.[19];
  return ticks ?? ps(pid, "lstart=");
}

/** The command line, or null. */
export function commandLine(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return ps(pid, "command=");
  }
}

/** False when it was still alive after `ms`. */
export async function waitForEnd(pid: number, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (isAlive(pid)) {
    if (performance.now() > end) return false;
    await sleep(20);
  }
  return true;
}

/** Fields of /proc/pid/stat from the third (state) on; the second may hold spaces and parentheses. */
function statFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

function ps(pid: number, column: string): string | null {
  try {
    const text = execFileSync("ps", ["-o", column, "-p", String(pid)], { encoding: "utf8", stdio: "pipe" });
    return text.trim() || null;
  } catch {
    return null;
  }
}
