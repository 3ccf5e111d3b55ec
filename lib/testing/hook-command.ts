/** `guardian-hook claude-code` as Claude Code runs it: JSON in, JSON and an exit code out. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { PassThrough } from "node:stream";
import { main } from "../cli/guardian-hook";
import { projectRoot } from "./sources";

export interface HookRun {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON, null when there is none. */
  readonly answer: Record<string, unknown> | null;
}

type Input = object | string;
type Environment = Readonly<Record<string, string>>;

const textOf = (input: Input): string => (typeof input === "string" ? input : JSON.stringify(input));

/** In this process: the same but for its start, which takes the most time. */
export async function runHook(input: Input, env: Environment, options: readonly string[] = []): Promise<HookRun> {
  const stdin = new PassThrough();
  const printed = { stdout: "", stderr: "" };
  const kept = (name: "stdout" | "stderr") =>
    new PassThrough().setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  stdin.end(textOf(input));
  const io = { stdin, stdout: kept("stdout"), stderr: kept("stderr"), env, onStop: () => undefined };
  const code = await main(["claude-code", ...options], io);
  await new Promise((resolve) => setImmediate(resolve));
  return asRun(code, printed);
}

/** As a process of its own. */
export function startHook(
  input: Input,
  env: Environment,
): { readonly process: ChildProcessWithoutNullStreams; readonly done: Promise<HookRun> } {
  const child = spawn(process.execPath, [path.join(projectRoot, "lib/cli/bin/guardian-hook.mjs"), "claude-code"], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "test", ...env },
  });
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  }
  child.stdin.end(textOf(input));
  const done = once(child, "close").then(([code]) => asRun(code as number | null, printed));
  return { process: child, done };
}

const asRun = (code: number | null, printed: { readonly stdout: string; readonly stderr: string }): HookRun => ({
  code,
  ...printed,
  answer: printed.stdout.trim() === "" ? null : JSON.parse(printed.stdout),
});
