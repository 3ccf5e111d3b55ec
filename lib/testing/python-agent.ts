/** Runs the Python example agent as a process of its own, line by line; only where there is a Python to run it. */
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import type { ScriptedIdentity } from "./scripted-agent";

export const PYTHON_HOST = path.resolve(__dirname, "../host/examples/python");

/** The interpreter, in a list that is empty where there is none. */
export const pythons = (): readonly string[] =>
  ["python3"].filter((command) => spawnSync(command, ["--version"]).status === 0);

export interface AgentEvent {
  readonly event: string;
  readonly [fact: string]: unknown;
}

export interface RunningAgent {
  /** Everything it said, once it has ended; rejects when it failed. */
  readonly ended: Promise<readonly AgentEvent[]>;
  /** The next event of that name, also one that was said already. */
  said(event: string): Promise<AgentEvent>;
}

export interface AgentSettings {
  readonly python: string;
  readonly url: string;
  readonly identity: ScriptedIdentity;
  readonly amounts: readonly number[];
  /** s that people have, and that the Guardian has for one answer. */
  readonly peopleS?: number;
  readonly timeoutS?: number;
}

export function runExampleAgent({ python, url, identity, amounts, ...times }: AgentSettings): RunningAgent {
  const child = spawn(python, ["-B", path.join(PYTHON_HOST, "example_agent.py"), ...amounts.map(String)], {
    env: {
      ...process.env,
      GUARDIAN_URL: url,
      GUARDIAN_AGENT_ID: identity.agentId,
      GUARDIAN_KEY_ID: identity.keyId,
      GUARDIAN_SECRET: Buffer.from(identity.secret).toString("base64"),
      GUARDIAN_PEOPLE_S: String(times.peopleS ?? 60),
      GUARDIAN_TIMEOUT_S: String(times.timeoutS ?? 15),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const events: AgentEvent[] = [];
  const waiting = new Set<() => void>();
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    events.push(JSON.parse(line) as AgentEvent);
    for (const look of waiting) look();
  });
  let complaint = "";
  child.stderr.on("data", (part: Buffer) => {
    complaint += part.toString("utf8");
  });
  const ended = new Promise<readonly AgentEvent[]>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(events) : reject(new Error(`the agent failed: ${complaint}`))));
  });
  const said = (event: string) =>
    new Promise<AgentEvent>((resolve, reject) => {
      const look = () => {
        const found = events.find((one) => one.event === event);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      ended.catch(reject);
      look();
    });
  return { ended, said };
}

/** What a piece of Python over the host's modules prints, as JSON. `input` is its standard input. */
export function runPython(python: string, program: string, input: string): unknown {
  const done = spawnSync(python, ["-B", "-c", program], { cwd: PYTHON_HOST, input, encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stderr);
  return JSON.parse(done.stdout);
}
