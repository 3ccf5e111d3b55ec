/** Claude Code itself, printing one answer: the settings of the hook's README, a scripted model, a folder of its own. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ScriptedReply } from "../adapter-driver";
import { projectRoot } from "../sources";
import { type MessagesApi, startMessagesApi } from "./messages-api";
import { offlineEnvironment } from "./offline-environment";

export interface ClaudeCode {
  readonly sessionId: string;
  /** Where the agent works. */
  readonly folder: string;
  readonly model: MessagesApi;
  readonly done: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  close(): Promise<void>;
}

export interface ClaudeCodeGiven {
  readonly program: string;
  /** Of the hook. */
  readonly env: Readonly<Record<string, string>>;
  readonly replies: (folder: string) => readonly ScriptedReply[];
  /** Of the README's hooks only these. */
  readonly events?: readonly string[];
  /** In place of the hook's command. */
  readonly command?: string;
  /** In place of the README's seconds. */
  readonly timeout?: number;
}

export async function startClaudeCode(given: ClaudeCodeGiven): Promise<ClaudeCode> {
  const { program, env, replies } = given;
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), "claude-code-")));
  const folder = path.join(home, "work");
  mkdirSync(folder);
  const settings = path.join(home, "settings.json");
  writeFileSync(settings, JSON.stringify(settingsOfReadme(given)));
  const model = await startMessagesApi(replies(folder));
  const sessionId = randomUUID();
  const options = ["-p", "Do it.", "--model", "scripted", "--session-id", sessionId, "--settings", settings];
  const child = spawn(program, [...options, "--setting-sources", "", "--allowedTools", "Bash"], {
    cwd: folder,
    env: { ...offlineEnvironment(home, model.url), NODE_ENV: "test", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  }
  const done = once(child, "close").then(([code]) => ({ code: code as number | null, ...printed }));
  return {
    sessionId,
    folder,
    model,
    done,
    close: async () => {
      child.kill("SIGKILL");
      await done;
      await model.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

interface Settings {
  readonly hooks: { readonly [event: string]: unknown };
}

/** As a person would paste them, with the command of a clone. */
function settingsOfReadme({ events, command = CLONE, timeout }: ClaudeCodeGiven): Settings {
  const text = readFileSync(path.join(projectRoot, "lib/host/frameworks/claude-code/README.md"), "utf8");
  const block = text.split("```json").find((part) => part.includes('"hooks"'));
  if (!block) throw new Error("the README shows no settings");
  const shown = (block.split("```")[0] ?? "").replaceAll("npx guardian-hook claude-code", () => command);
  const json = timeout === undefined ? shown : shown.replace(/"timeout": \d+/g, `"timeout": ${timeout}`);
  const { hooks } = JSON.parse(json) as Settings;
  return { hooks: Object.fromEntries(Object.entries(hooks).filter(([event]) => events?.includes(event) ?? true)) };
}

const CLONE = `${process.execPath} ${path.join(projectRoot, "lib/cli/bin/guardian-hook.mjs")} claude-code`;
