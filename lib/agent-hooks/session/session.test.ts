import { describe, expect, it } from "vitest";
import { createAgentHooks } from "../agent-hooks";
import { type AgentHooksOptions, InterceptionBlocked, RunTerminated } from "../hook-session";
import type { Interceptor } from "../types";

const allowAll: Interceptor = { intercept: () => ({ decision: "allow" }) };

function sessionWith(interceptors: readonly Interceptor[], options: Partial<AgentHooksOptions> = {}) {
  return createAgentHooks({ agent: { id: "a-1" }, framework: "reference", interceptors, ...options }).session();
}

describe("a session", () => {
  it("emits all eight points in order with rising sequences", async () => {
    const session = sessionWith([allowAll]);
    await session.startup(["t"]);
    expect(await session.input("hi")).toBe("hi");
    const response = { content: "x", tool_calls: [], finish_reason: "stop" };
    expect(await session.model({ id: "m" }, [{ role: "user", content: "hi" }], async () => response)).toEqual(response);
    expect(await session.tool({ id: "c", name: "t", args: { a: 1 } }, () => ({ ok: true }))).toEqual({ ok: true });
    expect(await session.output("x")).toBe("x");
    await session.shutdown("completed");
    await session.shutdown("completed");
    expect(session.records.map((record) => [record.interception_point, record.sequence])).toEqual([
      ["agent_startup", 0],
      ["input", 1],
      ["pre_model_call", 2],
      ["post_model_call", 3],
      ["pre_tool_call", 4],
      ["post_tool_call", 5],
      ["output", 6],
      ["agent_shutdown", 7],
    ]);
    expect(session.records.every((record) => record.verdict.decision === "allow")).toBe(true);
    expect(session.ended).toBe(true);
  });

  it("runs the tool with the rewritten arguments and shows them afterwards", async () => {
    const seen: unknown[] = [];
    const session = sessionWith([
      {
        intercept: (context) => {
          if (context.interception_point === "post_tool_call") seen.push(context.tool_call);
          if (context.interception_point !== "pre_tool_call") return { decision: "allow" };
          return { decision: "transform", transform: { path: "$target.amount", value: null } };
        },
      },
    ]);
    await session.startup([]);
    await session.tool({ id: "c", name: "pay", args: { amount: 5 } }, (args) => seen.push(args));
    expect(seen).toEqual([{ amount: null }, { id: "c", name: "pay", args: { amount: null } }]);
  });

  it("runs no tool that was denied, and lets the loop go on", async () => {
    const session = sessionWith([{ at: ["pre_tool_call"], intercept: () => ({ decision: "deny", reason: "no" }) }]);
    await session.startup([]);
    const blocked = await session.tool({ id: "c", name: "t", args: {} }, () => 1).catch((thrown: unknown) => thrown);
    expect(blocked).toBeInstanceOf(InterceptionBlocked);
    expect(blocked).not.toBeInstanceOf(RunTerminated);
    expect(await session.output("done")).toBe("done");
  });

  it("denies everything where nobody is registered", async () => {
    const session = sessionWith([]);
    await expect(session.startup([])).rejects.toMatchObject({ verdict: { reason: "host_error:no_interceptor" } });
    await expect(session.input("hi")).rejects.toBeInstanceOf(RunTerminated);
    await session.shutdown("completed");
    expect(session.records.map((record) => record.interception_point)).toEqual(["agent_startup", "agent_shutdown"]);
  });
});
