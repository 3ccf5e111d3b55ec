/** The supervisor's two children, restarted with growing pauses when they end by themselves. */
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const LOADER = pathToFileURL(path.join(ROOT, "node_modules/tsx/dist/loader.mjs")).href;
const PLANES = [
  { name: "guardian", file: "lib/server/guardian-main.ts" },
  { name: "console", file: "lib/server/console-main.ts" },
];
const PRODUCTION = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
const READY_MS = 180_000;
const LONGEST_PAUSE_MS = 10_000;

export class ChildProcesses {
  readonly #env: () => Record<string, string>;
  readonly #running = new Map<string, ChildProcess>();
  #stopping = false;

  constructor(env: () => Record<string, string>) {
    this.#env = env;
  }

  /** Resolves when both planes answer; rejects, naming the plane, when one ends before it is ready. */
  async start(): Promise<void> {
    this.#stopping = false;
    await Promise.all(PLANES.map((plane) => this.#launch(plane, { pauseMs: 250 })));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all([...this.#running.values()].map(ended));
  }

  #launch(plane: (typeof PLANES)[number], { pauseMs }: { pauseMs: number }): Promise<void> {
    const child = spawn(process.execPath, ["--import", LOADER, path.join(ROOT, plane.file)], {
      cwd: ROOT,
      env: { ...process.env, ...PRODUCTION, ...this.#env() },
      // the channel tells a child when its supervisor is gone
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#running.set(plane.name, child);
    return new Promise((resolve, reject) => {
      let ready = false;
      const late = setTimeout(() => {
        // Its port must be free for the next try.
        child.kill("SIGKILL");
        reject(new Error(`the ${plane.name} did not start in time`));
      }, READY_MS);
      child.once("message", () => {
        ready = true;
        clearTimeout(late);
        resolve();
      });
      child.once("exit", (code) => {
        clearTimeout(late);
        this.#running.delete(plane.name);
        if (!ready) reject(new Error(`the ${plane.name} ended before it was ready (exit code ${code})`));
        else if (!this.#stopping) this.#again(plane, pauseMs);
      });
    });
  }

  #again(plane: (typeof PLANES)[number], pauseMs: number): void {
    console.error(`The ${plane.name} ended; starting it again.`);
    setTimeout(() => {
      if (this.#stopping) return;
      const next = { pauseMs: Math.min(pauseMs * 2, LONGEST_PAUSE_MS) };
      this.#launch(plane, next).catch(() => {
        if (!this.#stopping) this.#again(plane, next.pauseMs);
      });
    }, pauseMs);
  }
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
