import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFaultServer } from "../testing/fault-server";
import { runHook, startHook } from "../testing/hook-command";
import {
  HOOK_DENIED,
  type HookConversations,
  hookCall,
  hookConversations,
  hookItem,
  hookRecords,
  hookRefund,
} from "../testing/hook-conversation";
import { type HostWorld, hostWorld } from "../testing/host-world";

let h: HostWorld;
let conversations: HookConversations;
beforeAll(async () => {
  h = await hostWorld();
  conversations = hookConversations(h);
});
afterAll(async () => {
  await h.close();
  conversations.close();
});

describe("a hook without a usable answer", () => {
  it("nothing runs when nobody listens, also in the middle of a session", async () => {
    const { env, event, hook } = await conversations.open();
    await hook("SessionStart");
    const away = { ...env, GUARDIAN_URL: "http://127.0.0.1:9/acs" };
    expect((await runHook(event("PreToolUse", hookCall("lookup_account", {})), away)).answer).toMatchObject(
      HOOK_DENIED,
    );
    expect((await runHook(event("UserPromptSubmit", { prompt: "Hello." }), away)).answer).toMatchObject({
      decision: "block",
    });
    const kept = await runHook(
      event("PostToolUse", { ...hookCall("lookup_account", {}), tool_response: "secret" }),
      away,
    );
    expect(kept.answer).toMatchObject({ decision: "block", hookSpecificOutput: { hookEventName: "PostToolUse" } });
    expect(kept.stdout).not.toContain("secret");
    expect((await hook("PreToolUse", hookCall("lookup_account", {}))).answer).toBeNull();
  });

  it("nothing runs on the word of another", async () => {
    const { env, event, secret } = await conversations.open();
    const server = await startFaultServer(secret, (received, peer) =>
      peer.result(received, { decision: "allow" }, { key: new Uint8Array(32) }),
    );
    const run = await runHook(event("PreToolUse", hookCall("lookup_account", {})), {
      ...env,
      GUARDIAN_URL: server.url,
    });
    await server.close();
    expect(run.answer).toMatchObject(HOOK_DENIED);
  });

  it.each([
    ["garbage", "allow"],
    ["an unknown event", { session_id: "s", hook_event_name: "PermissionRequest" }],
    ["a call without arguments", { session_id: "s", hook_event_name: "PreToolUse", tool_name: "t", tool_use_id: "u" }],
    ["a member twice", '{"session_id":"s","session_id":"t","hook_event_name":"SessionEnd"}'],
  ])("blocks with the code that blocks: %s", async (_, input) => {
    const { env } = await conversations.open();
    expect(await runHook(input, env)).toMatchObject({ code: 2, answer: null });
  });

  it("blocks with the code that blocks as a process, too", async () => {
    const { env } = await conversations.open();
    expect(await startHook("allow", env).done).toMatchObject({ code: 2, answer: null });
  });

  it("blocks when it was not told who asks", async () => {
    const { env, event } = await conversations.open();
    const run = await runHook(event("SessionStart"), { ...env, GUARDIAN_SECRET: "short" });
    expect(run).toMatchObject({ code: 2, answer: null });
    expect(run.stderr).toContain("GUARDIAN_SECRET");
  });

  it("blocks when it is told to stop while it waits for people", async () => {
    const { env, event, session_id } = await conversations.open();
    const running = startHook(event("PreToolUse", hookRefund(840)), env);
    await hookItem(h, session_id);
    running.process.kill("SIGTERM");
    expect((await running.done).answer).toMatchObject(HOOK_DENIED);
  });

  it("leaves a trace when it is killed and the tool runs all the same", async () => {
    const { env, event, session_id, hook } = await conversations.open();
    const running = startHook(event("PreToolUse", hookRefund(840)), env);
    await hookItem(h, session_id);
    running.process.kill("SIGKILL");
    expect(await running.done).toMatchObject({ code: null, answer: null });
    await hook("PostToolUse", { ...hookRefund(840), tool_response: "paid" });
    const session = await h.w.container.prisma.session.findFirstOrThrow({ where: { sessionId: session_id } });
    const audits = await h.w.container.prisma.audit.findMany({ where: { sessionKey: session.key } });
    expect(audits.map((one) => one.action)).toContain("executed_without_release");
  });

  it("blocks when its state was written by another hand, and records that", async () => {
    const { hook, state, session_id } = await conversations.open();
    await hook("SessionStart");
    const [file] = readdirSync(state).filter((name) => !name.includes("."));
    const place = path.join(state, file ?? "");
    writeFileSync(place, readFileSync(place, "utf8").replace('nextSequence\\":1', 'nextSequence\\":0'));
    expect((await hook("PreToolUse", hookCall("lookup_account", {}))).answer).toMatchObject(HOOK_DENIED);
    const records = await hookRecords(h, session_id);
    expect(records.at(-1)).toMatchObject({
      interception_point: "pre_tool_call",
      verdict: {
        decision: "deny",
        reason: "host_error:context_invalid",
        message: expect.stringContaining("seal_broken"),
      },
    });
  });
});

describe("the check of an installation", () => {
  it("says that the Guardian can be asked, or why not", async () => {
    const { env } = await conversations.open();
    const well = await runHook("", env, ["--check"]);
    expect(well).toMatchObject({ code: 0, answer: null });
    expect(well.stderr).toContain(env.GUARDIAN_AGENT_ID);
    const away = await runHook("", { ...env, GUARDIAN_URL: "http://127.0.0.1:9/acs" }, ["--check"]);
    expect(away).toMatchObject({ code: 2, stderr: expect.stringContaining("transport_failed") });
    const unknown = await runHook("", { ...env, GUARDIAN_KEY_ID: "k_none" }, ["--check"]);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("error_answer") });
    const full = await runHook("", { ...env, GUARDIAN_HOOK_STATE: "/dev/null/state" }, ["--check"]);
    expect(full).toMatchObject({ code: 2, stderr: expect.stringContaining("GUARDIAN_HOOK_STATE") });
  });
});
