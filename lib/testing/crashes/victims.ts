/** Finds the processes of a running product (Linux) and kills them without warning. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Product } from "../product";

export type Victim = "guardian" | "database" | "everything";

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

function guardianOf(product: Product): number[] {
  return childrenOf(product.process.pid ?? -1).filter((pid) => commandOf(pid).includes("guardian-main"));
}

function postmasterOf(dataDir: string): number[] {
  try {
    const text = readFileSync(path.join(dataDir, "postgres", "data", "postmaster.pid"), "utf8");
    return [Number(text.split("\n")[0])];
  } catch {
    return [];
  }
}

function pidsOf(victim: Victim, product: Product, dataDir: string): number[] {
  if (victim === "guardian") return guardianOf(product);
  if (victim === "database") return postmasterOf(dataDir);
  const supervisor = product.process.pid ?? -1;
  // The supervisor first, so that it restarts nothing while the others fall.
  return [supervisor, ...childrenOf(supervisor), ...postmasterOf(dataDir)];
}

/** `kill -9`; returns how many processes were hit, which may be none while one is being restarted. */
export function killHard(victim: Victim, product: Product, dataDir: string): number {
  let hit = 0;
  for (const pid of new Set(pidsOf(victim, product, dataDir))) {
    try {
      process.kill(pid, "SIGKILL");
      hit += 1;
    } catch {
      // It was gone already.
    }
  }
  return hit;
}
