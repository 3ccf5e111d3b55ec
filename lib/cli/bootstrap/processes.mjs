/** Child processes: run one in the foreground, forward signals to it, keep its exit code. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { childEnvironment, inRoot, root } from "./environment.mjs";

const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];

let interrupted = false;

/** True after a signal or the death of the parent: nothing more should be begun. */
export const wasInterrupted = () => interrupted;

/**
 * A terminal sends Ctrl-C to the whole foreground group, so the child has it already.
 * @param {string} signal
 */
const childHasItAlready = (signal) => signal === "SIGINT" && process.stdin.isTTY === true;

/**
 * npm passes a signal to the shell that it started, which dies without passing it on: seen here as another parent.
 * @param {() => void} act called once
 */
function whenParentDies(act) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 300);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, input?: boolean, timeoutMs?: number }} [options]
 *   quiet: collect the output instead of showing it. input: leave standard input connected.
 * @returns {Promise<{ code: number, output: string }>} code is 128 + n for a child that a signal ended, as in a shell
 */
export function run(program, args, options = {}) {
  const output = options.quiet ? "pipe" : "inherit";
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    env: { ...childEnvironment(), ...options.env },
    stdio: [options.input ? "inherit" : "ignore", output, output],
    ...(options.timeoutMs ? { timeout: options.timeoutMs, killSignal: "SIGKILL" } : {}),
  });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout?.on("data", (chunk) => chunks.push(chunk));
  child.stderr?.on("data", (chunk) => chunks.push(chunk));
  const forward = FORWARDED.map((signal) => {
    const listener = () => {
      interrupted = true;
      if (!childHasItAlready(signal)) child.kill(signal);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  const onOrphaned = () => {
    interrupted = true;
    child.kill("SIGTERM");
  };
  forward.push(whenParentDies(onOrphaned));
  const settle = () => {
    for (const stop of forward) stop();
    return Buffer.concat(chunks).toString("utf8");
  };
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 127, output: `${settle()}${program}: ${error.message}` }));
    child.on("close", (code, signal) => {
      resolve({ code: code ?? 128 + (constants.signals[signal ?? "SIGKILL"] ?? 0), output: settle() });
    });
  });
}

/**
 * Runs a TypeScript file of the project.
 * @param {string} file relative to the project
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runTypeScript(file, args, options = {}) {
  const loader = new URL(`file://${inRoot("node_modules/tsx/dist/loader.mjs")}`).href;
  return run(process.execPath, ["--import", loader, inRoot(file), ...args], { input: true, ...options });
}

/**
 * Runs the JavaScript entry point of an installed package, without a shell and without npx.
 * @param {string} entry path below node_modules
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runTool(entry, args, options = {}) {
  return run(process.execPath, [inRoot("node_modules", entry), ...args], options);
}
