/** One hook call of Claude Code, from the start of its process to its exit, beside a Node process that does nothing. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Asked, type CallCost, callCost } from "./call-cost";
import { commandFile, environmentOf } from "./commands";

export async function hookCalls(asked: Asked): Promise<readonly CallCost[]> {
  const state = mkdtempSync(path.join(tmpdir(), "guardian-bench-hook-"));
  const env = { ...environmentOf(asked), GUARDIAN_HOOK_STATE: state };
  const { file, place } = commandFile("guardian-hook");
  const session = { session_id: randomUUID(), transcript_path: "/dev/null", cwd: state, permission_mode: "default" };
  const tool = { tool_name: "lookup_account", tool_input: { customer: "cust_1042" } };
  const call = () => {
    const event = { ...session, ...tool, hook_event_name: "PreToolUse", tool_use_id: `toolu_${randomUUID()}` };
    return allowed([file, "claude-code"], { env, input: JSON.stringify(event) });
  };
  try {
    return [
      await callCost("a process that does nothing: node -e 0", asked, () => allowed(["-e", "0"], { env, input: "" })),
      await callCost(`guardian-hook claude-code (${place}), PreToolUse that is allowed, start to exit`, asked, call),
    ];
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

/** Rejects on anything but a silent exit with 0, which is how a hook lets a call pass. */
async function allowed(
  args: readonly string[],
  { env, input }: { readonly env: Readonly<Record<string, string>>; readonly input: string },
): Promise<void> {
  const child = spawn(process.execPath, args, {
    env: { NODE_ENV: "production", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let answer = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  child.stdin.on("error", () => undefined).end(input);
  const [code] = await once(child, "close");
  if (code !== 0 || answer !== "") throw new Error(`a hook call was not allowed: exit code ${code}`);
}
