import { describe, expect, it } from "vitest";
import { checkEnvelope } from "../../../agent-hooks/envelope";
import type { Verdict } from "../../../agent-hooks/types";
import { nobleCrypto } from "../../../core/crypto-noble";
import { utf8 } from "../../../core/json/canonical";
import { answerOf } from "./hook-answer";
import { contextOf, pointOf } from "./hook-context";
import { type HookInput, readHookInput } from "./hook-input";
import { newState, nextState, openState, sealState } from "./hook-state";
import { withoutRewrites } from "./without-rewrites";

const UUID = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const read = (event: object) => readHookInput(utf8(JSON.stringify({ session_id: UUID, ...event })));
function input(hook_event_name: string, members: object = {}): HookInput {
  const made = read({ hook_event_name, ...members });
  if (!made.ok) throw new Error(made.failure);
  return made.value;
}

const CALL = { tool_name: "mcp__bank__pay", tool_use_id: "toolu_1", tool_input: { amount: 5 } };
const EVENTS = [
  input("SessionStart", { source: "startup" }),
  input("UserPromptSubmit", { prompt: "Pay." }),
  input("PreToolUse", CALL),
  input("PostToolUse", { ...CALL, tool_response: { ok: true } }),
  input("PostToolUseFailure", { ...CALL, error: "closed" }),
  input("Stop", { last_assistant_message: "Paid." }),
  input("SessionEnd", { reason: "other" }),
];
const named = (name: string): HookInput => {
  const found = EVENTS.find((event) => event.hook_event_name === name);
  if (!found) throw new Error(name);
  return found;
};

describe("a hook's input", () => {
  it.each([
    [{ hook_event_name: "PermissionRequest" }, "hook_event_name"],
    [{ hook_event_name: "PreToolUse", tool_use_id: "u", tool_input: {} }, "tool_name"],
    [{ hook_event_name: "PreToolUse", tool_name: "t", tool_use_id: "u", tool_input: "rm" }, "tool_input"],
    [{ hook_event_name: "UserPromptSubmit", prompt: 3 }, "prompt"],
    [{ hook_event_name: "Stop", session_id: "" }, "session_id"],
  ])("that is not as documented is refused by the member's name: %j", (event, field) => {
    expect(read(event)).toEqual({ ok: false, failure: `standard input: ${field}` });
  });

  it("that two readers could read differently is refused", () => {
    expect(readHookInput(utf8('{"hook_event_name":"Stop","hook_event_name":"SessionEnd"}')).ok).toBe(false);
  });

  it("stands for a context that the contract accepts", () => {
    const facts = { agentId: "desk", sessionId: UUID, sequence: 3, turn: 1, now: 0 };
    const contexts = EVENTS.map((event) => contextOf(facts, event));
    expect(contexts.map(checkEnvelope)).toEqual(contexts.map(() => null));
    expect(contexts.map((one) => one.interception_point)).toEqual(EVENTS.map(pointOf));
    expect(contexts[3]).toMatchObject({ target: { ok: true }, tool_result: { is_error: false } });
    expect(contexts[4]).toMatchObject({ target: "closed", tool_result: { is_error: true } });
  });
});

describe("the answer to Claude Code", () => {
  const deny: Verdict = { decision: "deny", reason: "no_permit", message: "Not this." };
  const answer = (name: string, verdict: Verdict, target: unknown = null) =>
    answerOf(named(name), { permitted: verdict.decision !== "deny", verdict, target: target as null });

  it("of an allow is silent, so that its own permissions still apply", () => {
    for (const event of EVENTS) {
      const judged = { permitted: true, verdict: { decision: "allow" } as const, target: null };
      expect(answerOf(event, judged)).toEqual({ exitCode: 0, output: null, message: "" });
    }
  });

  it("of a call that people approved is a yes", () => {
    expect(answer("PreToolUse", { decision: "allow", reason: "approved_by_human" }).output).toMatchObject({
      hookSpecificOutput: { permissionDecision: "allow" },
    });
  });

  it.each([
    ["SessionStart", { continue: false, stopReason: "Not this." }],
    ["UserPromptSubmit", { decision: "block", reason: "Not this." }],
    ["PreToolUse", { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "Not this." } }],
    ["PostToolUse", { decision: "block", hookSpecificOutput: { updatedToolOutput: "Blocked: Not this." } }],
    ["Stop", { decision: "block", reason: "Not this." }],
  ])("of a deny at %s blocks in that event's words", (name, output) => {
    expect(answer(name, deny)).toMatchObject({ exitCode: 0, output });
  });

  it("of a deny where no words block is the exit code that does", () => {
    expect(answer("PostToolUseFailure", deny)).toEqual({ exitCode: 2, output: null, message: "Not this." });
  });

  it("of a rewrite hands over the whole value", () => {
    const verdict: Verdict = { decision: "transform", transform: { path: "$target", value: null } };
    expect(answer("PreToolUse", verdict, { amount: 4 }).output).toMatchObject({
      hookSpecificOutput: { permissionDecision: "allow", updatedInput: { amount: 4 } },
    });
    expect(answer("PostToolUse", verdict, "less").output).toMatchObject({
      hookSpecificOutput: { updatedToolOutput: "less", updatedMCPToolOutput: "less" },
    });
  });

  it.each(["input", "output", "agent_startup"])("never comes to a rewrite at %s", async (interception_point) => {
    const verdict = { decision: "transform", reason: "redacted", transform: { path: "$target", value: 1 } };
    const guard = withoutRewrites({ name: "g", intercept: () => verdict });
    const judged = await guard.intercept({ interception_point } as never, new AbortController().signal);
    expect(judged).toMatchObject({ decision: "deny", reason: "rewrite_unsupported" });
    expect(judged).not.toHaveProperty("transform");
  });
});

describe("the state between two processes", () => {
  const seal = { crypto: nobleCrypto, secret: new Uint8Array(32).fill(7) };
  const state = { ...newState(UUID), nextSequence: 4, turn: 2, openTurn: "turn-2" };

  it("comes back as it was left", () => {
    expect(openState(seal, UUID, sealState(seal, state))).toEqual({ ok: true, value: state });
  });

  it.each([
    ["another number", (text: string) => text.replace('nextSequence\\":4', 'nextSequence\\":0')],
    ["nothing", () => ""],
    ["no seal", (text: string) => text.replace(/"mac":"[0-9a-f]+"/, '"mac":""')],
    ["an object", () => "{}"],
  ])("is refused with %s in it", (_, change) => {
    const text = sealState(seal, state);
    expect(change(text)).not.toBe(text);
    expect(openState(seal, UUID, change(text))).toEqual({ ok: false, failure: "seal_broken" });
  });

  it("is refused for another session and under another secret", () => {
    const text = sealState(seal, state);
    expect(openState(seal, "another", text).ok).toBe(false);
    expect(openState({ ...seal, secret: new Uint8Array(32) }, UUID, text).ok).toBe(false);
  });

  it("takes the host's own name for the session where ACS can, and another after an end", () => {
    expect(newState(UUID).sessionId).toBe(UUID);
    expect(newState("chat 7").sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(nextState(state)).toMatchObject({ hostSessionId: UUID, phase: "new", nextSequence: 0, openTurn: null });
    expect(nextState(state).sessionId).not.toBe(UUID);
  });
});
