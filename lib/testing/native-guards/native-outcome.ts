/** What a framework did with a guard that threw in its native callback: seen from outside, because it may die of it. */
import { spawn } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "../sources";

export interface NativeOutcome {
  readonly callback: string;
  readonly guardThrew: boolean;
  readonly refundRan: boolean;
  /** The guard was asked before the refund ran. */
  readonly guardCameFirst: boolean;
  /** `normally`, the name of the error that the caller got, or `process died`. */
  readonly ended: string;
}

const LOADER = pathToFileURL(path.join(projectRoot, "node_modules/tsx/dist/loader.mjs")).href;
const PROGRAM = path.join(projectRoot, "lib/testing/native-guards/native-process.ts");

/** Rejects when the process did not even begin: that says nothing about the framework. */
export async function nativeOutcome(framework: string): Promise<NativeOutcome> {
  const { events, stderr } = await run(framework);
  const callback = events.find(({ event }) => event === "callback")?.detail;
  if (callback === undefined) throw new Error(`the native guard of ${framework} did not run: ${stderr.slice(-400)}`);
  const at = (name: string) => events.findIndex(({ event }) => event === name);
  const [guard, ran] = [at("guard"), at("ran")];
  return {
    callback,
    guardThrew: guard >= 0,
    refundRan: ran >= 0,
    guardCameFirst: guard >= 0 && (ran < 0 || guard < ran),
    ended: events.find(({ event }) => event === "ended")?.detail ?? "process died",
  };
}

interface Said {
  readonly event: string;
  readonly detail: string;
}

function run(framework: string): Promise<{ events: readonly Said[]; stderr: string }> {
  const child = spawn(process.execPath, ["--import", LOADER, PROGRAM, framework], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString("utf8");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve({ events: stdout.split("\n").flatMap(parsed), stderr }));
  });
}

/** Frameworks may print on their own account. */
function parsed(line: string): readonly Said[] {
  if (!line.startsWith('{"event"')) return [];
  return [JSON.parse(line) as Said];
}
