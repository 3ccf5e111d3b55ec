import { describe, expect, it } from "vitest";
import { createAgentHooks } from "../../../agent-hooks/agent-hooks";
import { InterceptionBlocked, RunTerminated } from "../../../agent-hooks/hook-session";
import type { AgentContext, ContractOptions, InterceptionPoint, InterceptionRecord } from "../../../agent-hooks/types";
import { ClaudeAgentFailed, governClaudeAgent } from "./govern-claude-agent";
import type { HookOutput, Query, SdkHooks } from "./sdk-types";

type Guard = { readonly [point in InterceptionPoint]?: (context: AgentContext) => unknown };

/** The SDK as it documents itself: asks the hooks around one tool call, and answers with what the model then knows. */
function sdk(result: unknown = { status: "paid" }) {
  const seen = { prompts: [] as string[], paid: [] as unknown[], toModel: [] as unknown[] };
  const query: Query = async function* ({ prompt, options }) {
    seen.prompts.push(prompt);
    const hooks = options?.hooks as SdkHooks;
    const ask = (event: string, more: object): Promise<HookOutput> => {
      const [matcher] = hooks[event] ?? [];
      expect(matcher).toMatchObject({ onFailure: "block", timeout: 86_400 });
      const about = { hook_event_name: event, tool_name: "pay", tool_use_id: "toolu_1", tool_input: { amount: 840 } };
      return matcher?.hooks[0]?.({ ...about, ...more }) ?? Promise.resolve({});
    };
    yield { type: "assistant", message: "thinking" };
    const before = (await ask("PreToolUse", {})).hookSpecificOutput as Record<string, unknown> | undefined;
    if (before?.permissionDecision === "deny") {
      seen.toModel.push(before.permissionDecisionReason);
    } else {
      seen.paid.push(before?.updatedInput ?? { amount: 840 });
      if (result instanceof Error) {
        await ask("PostToolUseFailure", { error: result.message });
      } else {
        const after = await ask("PostToolUse", { tool_response: result });
        const output = after.hookSpecificOutput as Record<string, unknown> | undefined;
        seen.toModel.push(output?.updatedToolOutput ?? result);
      }
    }
    yield { type: "result", subtype: "success", result: "The payment is done." };
  };
  return { seen, query };
}

function governedBy(guard: Guard, more: Partial<ContractOptions> & { readonly terminates?: boolean } = {}) {
  const records: InterceptionRecord[] = [];
  const hooks = createAgentHooks({
    agent: { id: "payer" },
    framework: "claude-agent-sdk",
    interceptors: [{ intercept: (one) => guard[one.interception_point]?.(one) ?? { decision: "allow" } }],
    onRecord: (record) => records.push(record),
    surface: { toolSeamHostError: more.terminates ? "terminate" : "continue" },
    ...more,
  });
  return { hooks, records, points: () => records.map((record) => record.interception_point) };
}

/** These runs call no model. */
const listen = async () => ({ url: "http://127.0.0.1:9", close: async () => undefined });

const deny = () => ({ decision: "deny", reason: "not_wanted", message: "Not wanted here." });
const to = (value: unknown) => () => ({ decision: "transform", transform: { path: "$target", value } });

describe("a run of the Claude Agent SDK", () => {
  it("passes every point that the SDK shows, and hands out the answer", async () => {
    const { hooks, points } = governedBy({});
    const { query, seen } = sdk();
    expect(await governClaudeAgent(hooks, { query, listen }).run("Pay.")).toBe("The payment is done.");
    expect(points()).toEqual(["agent_startup", "input", "pre_tool_call", "post_tool_call", "output", "agent_shutdown"]);
    expect(seen).toEqual({ prompts: ["Pay."], paid: [{ amount: 840 }], toModel: [{ status: "paid" }] });
  });

  it("goes on with what guards rewrote", async () => {
    const { hooks } = governedBy({
      input: to({ content: "Pay less.", role: "user" }),
      pre_tool_call: to({ amount: 500 }),
      post_tool_call: to("withheld"),
      output: to({ content: "Done." }),
    });
    const { query, seen } = sdk();
    expect(await governClaudeAgent(hooks, { query, listen }).run("Pay.")).toBe("Done.");
    expect(seen).toEqual({ prompts: ["Pay less."], paid: [{ amount: 500 }], toModel: ["withheld"] });
  });

  it("runs no tool that is denied, and tells the model why", async () => {
    const { hooks, points } = governedBy({ pre_tool_call: deny });
    const { query, seen } = sdk();
    await governClaudeAgent(hooks, { query, listen }).run("Pay.");
    expect(seen).toMatchObject({ paid: [], toModel: ["Blocked: Not wanted here. (not_wanted)"] });
    expect(points()).not.toContain("post_tool_call");
  });

  it.each([
    ["throws", () => Promise.reject(new Error("broke")), "host_error:interceptor_failed"],
    ["never answers", () => new Promise(() => undefined), "host_error:interceptor_timeout"],
    ["answers nothing it may", () => ({ decision: "sure" }), "host_error:verdict_invalid"],
  ])("runs no tool when a guard %s", async (_, fault, reason) => {
    const { hooks, records } = governedBy({ pre_tool_call: fault }, { interceptorTimeoutMs: 100 });
    const { query, seen } = sdk();
    await governClaudeAgent(hooks, { query, listen }).run("Pay.");
    expect(seen.paid).toEqual([]);
    expect(records.find((record) => record.interception_point === "pre_tool_call")?.verdict.reason).toBe(reason);
  });

  it("keeps a denied result from the model", async () => {
    const { hooks } = governedBy({ post_tool_call: deny });
    const { query, seen } = sdk("SECRET");
    await governClaudeAgent(hooks, { query, listen }).run("Pay.");
    expect(seen.toModel).toEqual(["Blocked: Not wanted here. (not_wanted)"]);
  });

  it.each(["agent_startup", "input", "output"] as const)("hands nothing out after a deny at %s", async (point) => {
    const { hooks, points } = governedBy({ [point]: deny });
    const { query } = sdk();
    await expect(governClaudeAgent(hooks, { query, listen }).run("Pay.")).rejects.toMatchObject({ point });
    expect(points().at(-1)).toBe("agent_shutdown");
  });

  it("waits for people, and ends under the terminate posture when nobody can be asked", async () => {
    const asking = () => ({ decision: "deny", reason: "over_limit", approval: {} });
    const approved = { outcome: "approve", verdict: { decision: "allow" } };
    const resolve = ({ context_identity }: { context_identity: string | null }) => ({ ...approved, context_identity });
    const paying = sdk();
    await governClaudeAgent(governedBy({ pre_tool_call: asking }, { resolver: { resolve } }).hooks, {
      query: paying.query,
      listen,
    }).run("Pay.");
    expect(paying.seen.paid).toHaveLength(1);
    const unbound = { resolve: () => ({ ...approved, context_identity: "sha256:other" }) };
    const { hooks } = governedBy({ pre_tool_call: asking }, { resolver: unbound, terminates: true });
    const refused = sdk();
    await expect(governClaudeAgent(hooks, { query: refused.query, listen }).run("Pay.")).rejects.toThrow(RunTerminated);
    expect(refused.seen.paid).toEqual([]);
  });

  it("judges a tool's failure as a result that is an error", async () => {
    const errors: unknown[] = [];
    const { hooks, points } = governedBy({
      post_tool_call: ({ tool_result }) => {
        errors.push(tool_result);
        return { decision: "allow" };
      },
    });
    await governClaudeAgent(hooks, { query: sdk(new Error("closed")).query, listen }).run("Pay.");
    expect(errors).toMatchObject([{ is_error: true }]);
    expect(points().at(-1)).toBe("agent_shutdown");
  });

  it("refuses what could change a call after it was judged", async () => {
    const { hooks } = governedBy({});
    const { query, seen } = sdk();
    const agent = governClaudeAgent(hooks, { query, listen });
    const refused = [
      { hooks: {} },
      { canUseTool: () => undefined },
      { settings: "settings.json" },
      { extraArgs: { settings: "settings.json" } },
      { settingSources: ["project"] },
      { env: { CLAUDE_CODE_USE_VERTEX: "1" } },
    ];
    for (const options of refused) {
      await expect(agent.run("Pay.", options)).rejects.toThrow(InterceptionBlocked);
    }
    await expect(agent.run([] as never)).rejects.toMatchObject({
      verdict: { reason: "host_error:adapter_unsupported" },
    });
    expect(seen.prompts).toEqual([]);
  });

  it("throws what the SDK calls the end, after the shutdown", async () => {
    const { hooks, points } = governedBy({});
    const query: Query = async function* () {
      yield { type: "result", subtype: "error_max_turns" };
    };
    await expect(governClaudeAgent(hooks, { query, listen }).run("Pay.")).rejects.toThrow(ClaudeAgentFailed);
    expect(points().at(-1)).toBe("agent_shutdown");
  });
});
