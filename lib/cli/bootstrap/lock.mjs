/** Lets one process at a time change node_modules, the generated client and the build. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { inRoot } from "./environment.mjs";

const FILE = inRoot(".data/setup.lock");

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** @returns {number | null} who holds it; null when it is ours now or was just given up */
function tryTake() {
  try {
    writeFileSync(FILE, String(process.pid), { flag: "wx" });
    return null;
  } catch {
    return ownerOf();
  }
}

function ownerOf() {
  try {
    return Number(readFileSync(FILE, "utf8"));
  } catch {
    return 0;
  }
}

/** Waits for another process that is setting up; a lock whose owner is dead is taken over. */
async function take() {
  mkdirSync(inRoot(".data"), { recursive: true });
  let told = false;
  for (let owner = tryTake(); owner !== null; owner = tryTake()) {
    if (owner > 0 && !isAlive(owner)) {
      rmSync(FILE, { force: true });
      continue;
    }
    if (!told) console.error(`▸ Waiting for another setup of this folder (process ${owner}) …`);
    told = true;
    await sleep(200);
  }
}

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  await take();
  const release = () => rmSync(FILE, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}
