/** Runs the demo agent as a process of its own and hands over its events, one line each. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type DemoEvent, parseEvent } from "./events";

export interface AgentRun {
  /** File of the agent's program, in the folder of the commands. */
  readonly program: "demo-agent.ts" | "demo-full-agent.ts";
  readonly guardianUrl: string;
  readonly credentialsFile: string;
  readonly rounds?: number;
  /** `tell` sends the agent a line. */
  readonly onEvent: (event: DemoEvent, tell: (line: string) => void) => void;
}

/** Resolves to the agent's exit code. Ends with this process: a stopped demo leaves no agent behind. */
export function runAgent(run: AgentRun): Promise<number> {
  const script = fileURLToPath(new URL(`../${run.program}`, import.meta.url));
  const rounds = run.rounds === undefined ? [] : ["--rounds", String(run.rounds)];
  const args = ["--credentials", run.credentialsFile, "--guardian", run.guardianUrl, ...rounds];
  const child = spawn(process.execPath, [...process.execArgv, script, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const tell = (line: string): void => {
    child.stdin.write(`${line}\n`);
  };
  const stop = stopWithParent(child);
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    const event = parseEvent(line);
    if (event !== null) run.onEvent(event, tell);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      stop();
      resolve(code ?? 1);
    });
  });
}

function stopWithParent(child: ChildProcess): () => void {
  const end = () => child.kill("SIGTERM");
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, end);
  process.on("exit", end);
  return () => {
    for (const signal of signals) process.off(signal, end);
    process.off("exit", end);
  };
}
