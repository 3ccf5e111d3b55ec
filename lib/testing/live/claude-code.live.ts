/** `guardian-hook` under Claude Code itself, at a real Guardian: what a tool did or did not do is seen in its folder. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_BUNDLE } from "../../core/policy/default-bundle";
import { decideHookItem, type HookConversations, hookConversations, hookRecords } from "../hook-conversation";
import { type HostWorld, hostWorld } from "../host-world";
import { type ClaudeCode, type ClaudeCodeGiven, startClaudeCode } from "./claude-code-run";
import { installedSdk } from "./installed-sdk";

const { program } = await installedSdk(process.env.CLAUDE_AGENT_SDK);

/** The default without the rule that asks about tools it does not know. */
const ASKING_NOBODY = {
  ...DEFAULT_BUNDLE,
  name: "asks-nobody",
  policies: DEFAULT_BUNDLE.policies.filter(({ id }) => id !== "ask-unknown-tools"),
};
const withRule = (name: string, text: string) => ({
  ...ASKING_NOBODY,
  name,
  policies: [...ASKING_NOBODY.policies, { id: name, text }],
});

let h: HostWorld;
let conversations: HookConversations;
let running: ClaudeCode | null = null;
beforeAll(async () => {
  h = await hostWorld();
  conversations = hookConversations(h);
});
afterEach(async () => {
  await running?.close();
  running = null;
});
afterAll(async () => {
  await h.close();
  conversations.close();
});

interface Told {
  readonly command: (folder: string) => string;
  readonly env?: Record<string, string>;
  readonly given?: Pick<ClaudeCodeGiven, "events" | "command" | "timeout">;
}

/** The model asks for one shell command and then says that it is done. */
async function start({ command, env = {}, given = {} }: Told): Promise<ClaudeCode> {
  const conversation = await conversations.open();
  running = await startClaudeCode({
    program,
    env: { ...conversation.env, ...env },
    replies: (folder) => [
      { calls: [{ id: "toolu_live1", name: "Bash", args: { command: command(folder), description: "Does it" } }] },
      { text: "It is done." },
    ],
    ...given,
  });
  return running;
}

const WRITE: Told = { command: (folder) => `echo written > ${folder}/out.txt` };
const outOf = ({ folder }: ClaudeCode): string | null => {
  const file = path.join(folder, "out.txt");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
};

describe("a shell command of Claude Code", () => {
  it("runs when it is allowed, in one session with its points", async () => {
    await h.w.publish(ASKING_NOBODY);
    const claude = await start(WRITE);
    expect(await claude.done).toMatchObject({ code: 0, stdout: expect.stringContaining("It is done.") });
    expect(outOf(claude)).toBe("written");
    const records = await hookRecords(h, claude.sessionId);
    expect(records.map((record) => `${record.interception_point} ${record.verdict.decision}`)).toEqual([
      "agent_startup allow",
      "input allow",
      "pre_tool_call allow",
      "post_tool_call allow",
      "output allow",
      "agent_shutdown allow",
    ]);
  });

  it("does not run when it is denied, and the model is told why", async () => {
    await h.w.publish(ASKING_NOBODY);
    const claude = await start({ command: (folder) => `rm -rf ${folder}/../work && echo written > /dev/null` });
    await claude.done;
    expect(existsSync(claude.folder)).toBe(true);
    expect(claude.model.requests[1]).toContain("Destructive shell commands are never run.");
  });

  it("waits for a person, and runs with their yes", async () => {
    await h.w.publish(DEFAULT_BUNDLE);
    const claude = await start(WRITE);
    await decideHookItem(h, claude.sessionId);
    await claude.done;
    expect(outOf(claude)).toBe("written");
    expect(await hookRecords(h, claude.sessionId)).toContainEqual(
      expect.objectContaining({ interception_point: "pre_tool_call", resolved_by: "approval" }),
    );
  });

  it("does not run with their no, and the model is told why", async () => {
    await h.w.publish(DEFAULT_BUNDLE);
    const claude = await start(WRITE);
    await decideHookItem(h, claude.sessionId, { verdict: "deny", reason: "Not in this folder." });
    await claude.done;
    expect(outOf(claude)).toBeNull();
    expect(claude.model.requests[1]).toContain("Not in this folder.");
  });

  it("runs as policy rewrote it", async () => {
    const text = `@disposition("modify") @override("{\\"command\\": \\"echo rewritten > out.txt\\"}") @reason("Elsewhere.")
      @tools("Bash") forbid (principal, action == Action::"steps/toolCallRequest", resource);`;
    await h.w.publish(withRule("elsewhere", text));
    const claude = await start(WRITE);
    await claude.done;
    expect(outOf(claude)).toBe("rewritten");
  });

  it("ran, and the model does not see a result that is denied", async () => {
    const text = `@disposition("deny") @reason("Not for the model.")
      forbid (principal, action == Action::"steps/toolCallResult", resource);`;
    await h.w.publish(withRule("no-results", text));
    const claude = await start({ command: () => 'echo "SEC""RET-4711"' });
    await claude.done;
    expect(claude.model.requests[1]).toContain("Not for the model.");
    expect(claude.model.requests[1]).not.toContain("SECRET-4711");
  });
});

describe("without a Guardian", () => {
  const away = { GUARDIAN_URL: "http://127.0.0.1:9/acs" };

  it("no prompt reaches the model", async () => {
    const claude = await start({ ...WRITE, env: away });
    await claude.done;
    expect(claude.model.requests).toEqual([]);
    expect(outOf(claude)).toBeNull();
  });

  it("no command runs", async () => {
    const claude = await start({ ...WRITE, env: away, given: { events: ["PreToolUse"] } });
    await claude.done;
    expect(claude.model.requests[1]).toContain("host_error:interceptor_failed");
    expect(outOf(claude)).toBeNull();
  });
});

describe("a hook that Claude Code cannot run to its end", () => {
  it.each([
    ["is missing", { command: "/nowhere/guardian-hook" }],
    ["is killed", { command: "kill -9 $$" }],
    ["fails with another code", { command: "exit 1" }],
    ["is given up on", { command: "sleep 30", timeout: 1 }],
  ])("lets no command run: it %s", async (_, given) => {
    const claude = await start({ ...WRITE, given: { ...given, events: ["PreToolUse"] } });
    await claude.done;
    expect(claude.model.requests[1]).toContain("blocking because onFailure is");
    expect(outOf(claude)).toBeNull();
  });

  it("lets no prompt through", async () => {
    const claude = await start({ ...WRITE, given: { command: "kill -9 $$", events: ["UserPromptSubmit"] } });
    await claude.done;
    expect(claude.model.requests).toEqual([]);
  });
});
