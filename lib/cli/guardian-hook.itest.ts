import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_BUNDLE } from "../core/policy/default-bundle";
import { runHook, startHook } from "../testing/hook-command";
import {
  decideHookItem,
  HOOK_DENIED,
  type HookConversations,
  hookCall,
  hookConversations,
  hookRecords,
  hookRefund,
} from "../testing/hook-conversation";
import { type HostWorld, hostWorld } from "../testing/host-world";
import { defaultAnd } from "../testing/probes";

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

const rowsOf = async (sessionId: string) => {
  const { key } = await h.w.container.prisma.session.findFirstOrThrow({ where: { sessionId } });
  return h.w.container.prisma.approval.findMany({ where: { sessionKey: key }, orderBy: { createdAt: "asc" } });
};

describe("a conversation of Claude Code", () => {
  it("is one session from its start to its end, with rising numbers over its processes", async () => {
    const { hook, session_id } = await conversations.open();
    expect(await hook("SessionStart", { source: "startup" })).toMatchObject({ code: 0, answer: null });
    expect(await hook("UserPromptSubmit", { prompt: "Look up cust_1042." })).toMatchObject({ code: 0, answer: null });
    const look = hookCall("lookup_account", { customer: "cust_1042" });
    expect(await hook("PreToolUse", look)).toMatchObject({ code: 0, answer: null });
    expect(await hook("PostToolUse", { ...look, tool_response: { ok: true } })).toMatchObject({
      code: 0,
      answer: null,
    });
    expect(await hook("SubagentStop")).toMatchObject({ code: 0, answer: null });
    expect(await hook("Stop", { last_assistant_message: "Found." })).toMatchObject({ code: 0, answer: null });
    expect(await hook("SessionEnd", { reason: "other" })).toMatchObject({ code: 0, answer: null });
    const chain = await h.chainOf(session_id);
    expect(chain.map((entry) => entry.stepType)).toEqual([
      "steps/sessionStart",
      "steps/turnStart",
      "steps/userMessage",
      "steps/toolCallRequest",
      "steps/toolCallResult",
      "steps/agentResponse",
      "steps/turnEnd",
      "steps/sessionEnd",
    ]);
    const records = await hookRecords(h, session_id);
    expect(records.map((one) => one.sequence)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(records.map((one) => one.verdict.decision)).toEqual(records.map(() => "allow"));
    expect((await h.w.container.prisma.audit.findMany({ where: { action: "executed_without_release" } })).length).toBe(
      0,
    );
  });

  it("begins with whichever event comes first, and goes on as another session after its end", async () => {
    const { hook, session_id } = await conversations.open();
    expect(await hook("UserPromptSubmit", { prompt: "Hello." })).toMatchObject({ code: 0 });
    await hook("SessionEnd", { reason: "clear" });
    expect(await hook("SessionStart", { source: "resume" })).toMatchObject({ code: 0, answer: null });
    const first = await h.w.container.prisma.session.findFirstOrThrow({ where: { sessionId: session_id } });
    expect(first.state).toBe("closed");
    expect(await h.w.container.prisma.session.count({ where: { agentKey: first.agentKey } })).toBe(2);
  });

  it("is denied what policy denies, and told why, by a process of its own", async () => {
    const { env, event } = await conversations.open();
    const look = await startHook(event("PreToolUse", hookCall("lookup_account", {})), env).done;
    expect(look).toMatchObject({ code: 0, answer: null });
    const run = await startHook(event("PreToolUse", hookCall("Bash", { command: "rm -rf /srv" })), env).done;
    expect(run).toMatchObject({ code: 0, answer: HOOK_DENIED });
    expect(run.stdout).toContain("Destructive shell commands are never run.");
  });

  it("goes on with arguments that policy rewrote", async () => {
    const text = `@disposition("modify") @override("{\\"amount\\": 5}") @reason("Capped.") @tools("refund_payment")
      forbid (principal, action == Action::"steps/toolCallRequest", resource);`;
    await h.w.publish(defaultAnd("caps", { id: "cap", text }));
    const { hook } = await conversations.open();
    const run = await hook("PreToolUse", hookRefund(20));
    await h.w.publish(DEFAULT_BUNDLE);
    expect(run.answer).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: "allow",
        updatedInput: { customer: "cust_1042", amount: 5, currency: "EUR" },
      },
    });
  });

  it("keeps calls apart that run side by side", async () => {
    const { hook, session_id } = await conversations.open();
    await hook("SessionStart");
    const calls = ["toolu_01", "toolu_02", "toolu_03"].map((id) => hookCall("lookup_account", { customer: id }, id));
    const before = await Promise.all(calls.map((one) => hook("PreToolUse", one)));
    const after = await Promise.all(calls.map((one) => hook("PostToolUse", { ...one, tool_response: "found" })));
    expect([...before, ...after].map((run) => run.answer)).toEqual(Array(6).fill(null));
    const numbers = (await hookRecords(h, session_id)).map((one) => one.sequence);
    expect([...numbers].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const audits = await h.w.container.prisma.audit.findMany({ where: { action: "executed_without_release" } });
    expect(audits).toEqual([]);
  });

  it("is asked to say again what the bundle would redact", async () => {
    const { hook } = await conversations.open();
    await hook("UserPromptSubmit", { prompt: "Which account?" });
    const run = await hook("Stop", { last_assistant_message: "It is acct_81." });
    expect(run.answer).toMatchObject({ decision: "block", reason: expect.stringContaining("account_redacted") });
    const again = await hook("Stop", { last_assistant_message: "It is acct_81.", stop_hook_active: true });
    expect(again.answer).toMatchObject({ continue: false });
  });
});

describe("a call that people must approve", () => {
  it("waits, and runs with their approval", async () => {
    const { hook, session_id } = await conversations.open();
    const running = hook("PreToolUse", hookRefund(840));
    await decideHookItem(h, session_id);
    expect((await running).answer).toMatchObject({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
    });
    await hook("PostToolUse", { ...hookRefund(840), tool_response: "paid" });
    const [row] = await rowsOf(session_id);
    expect(row).toMatchObject({ state: "consumed" });
    expect(row?.resultAt).not.toBeNull();
    expect(await hookRecords(h, session_id)).toContainEqual(
      expect.objectContaining({ interception_point: "pre_tool_call", resolved_by: "approval", tool: "refund_payment" }),
    );
  });

  it("does not run when they reject it, nor when they do not answer", async () => {
    const { hook, session_id, env, event } = await conversations.open();
    const running = hook("PreToolUse", hookRefund(840));
    await decideHookItem(h, session_id, { verdict: "deny", reason: "Refunded by phone." });
    const run = await running;
    expect(run.answer).toMatchObject(HOOK_DENIED);
    expect(run.stdout).toContain("Refunded by phone.");
    const unanswered = await runHook(event("PreToolUse", hookRefund(841)), { ...env, GUARDIAN_HOOK_WAIT: "0.5" });
    expect(unanswered.answer).toMatchObject(HOOK_DENIED);
  });
});
