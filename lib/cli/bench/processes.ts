/** Starts one measured server at a time, and the load beside it. */
import { type ChildProcess, fork } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { LoadPlan, LoadReport } from "./protocol";

export interface ServerProcess {
  readonly port: number;
  stop(): Promise<void>;
}

export interface ServerSpec {
  /** Relative to lib. */
  readonly file: string;
  /** The variable that the port is given in. */
  readonly portVariable: "PORT" | "GUARDIAN_PORT";
  readonly env: Readonly<Record<string, string>>;
}

const START_MS = 60_000;

export async function startServer(spec: ServerSpec): Promise<ServerProcess> {
  const port = await freePort();
  const child = launch(spec.file, { ...spec.env, [spec.portVariable]: String(port) });
  await ready(child, spec.file);
  return { port, stop: () => stop(child) };
}

export async function runLoad(plan: LoadPlan): Promise<LoadReport> {
  const child = launch("cli/bench/load-process.ts", {});
  child.send(plan);
  return new Promise((resolve, reject) => {
    child.once("message", (report) => resolve(report as LoadReport));
    child.once("exit", (code) => reject(new Error(`the load process ended with exit code ${code}`)));
  });
}

function launch(file: string, env: Readonly<Record<string, string>>): ChildProcess {
  const script = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  return fork(script, {
    env: { ...process.env, ...env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
}

function ready(child: ChildProcess, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${file} did not start in time`)), START_MS);
    const settle = (act: () => void) => () => {
      clearTimeout(late);
      act();
    };
    child.once("message", settle(resolve));
    child.once(
      "exit",
      settle(() => reject(new Error(`${file} ended before it was ready`))),
    );
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const hard = setTimeout(() => child.kill("SIGKILL"), 10_000);
    child.once("exit", () => {
      clearTimeout(hard);
      resolve();
    });
    child.kill("SIGTERM");
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
