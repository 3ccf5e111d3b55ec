/** Runs of the AI SDK that are not a plain loop: structured answers, approvals, early ends, aborts. */
import { setImmediate } from "node:timers/promises";
import { jsonSchema, type ModelMessage, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { RunTerminated } from "../../../agent-hooks/hook-session";
import { DENY, rewriting } from "../../../testing/adapter-contract/scenario";
import type { ScriptedReply } from "../../../testing/adapter-driver";
import { scriptedAiModel } from "../../../testing/frameworks/scripted-ai-model";
import { vercelAiSetup } from "../../../testing/frameworks/vercel-ai-setup";

const ANSWERED: readonly ScriptedReply[] = [{ text: '{"amount":840}' }];

const schema = jsonSchema<{ amount: number }>({ type: "object", properties: { amount: { type: "number" } } });
const ONE_CALL = ["agent_startup", "input", "pre_model_call", "post_model_call", "output", "agent_shutdown"];

describe("structured answers", () => {
  it("pass every point: generateObject()", async () => {
    const { agent, points } = vercelAiSetup({ replies: ANSWERED, guard: { output: rewriting("840", "500") } });
    expect((await agent.generateObject({ prompt: "x", schema })).object).toEqual({ amount: 500 });
    expect(points()).toEqual(ONE_CALL);
  });

  it("pass every point: streamObject()", async () => {
    const { agent, points } = vercelAiSetup({ replies: ANSWERED, guard: { output: rewriting("840", "500") } });
    const result = await agent.streamObject({ prompt: "x", schema });
    expect(points()).toEqual(ONE_CALL);
    const partials: unknown[] = [];
    for await (const partial of result.partialObjectStream) partials.push(partial);
    expect(JSON.stringify(partials)).not.toContain("840");
    expect(partials.at(-1)).toEqual({ amount: 500 });
  });

  it.each(["generateObject", "streamObject"] as const)("stay inside when denied: %s()", async (name) => {
    const { agent } = vercelAiSetup({ replies: ANSWERED, guard: { output: DENY } });
    await expect(agent[name]({ prompt: "x", schema } as never)).rejects.toMatchObject({ point: "output" });
  });

  it.each(["generateObject", "streamObject"] as const)("throw what crashed: %s()", async (name) => {
    const { agent, points } = vercelAiSetup({ replies: [] });
    await expect(agent[name]({ prompt: "x", schema } as never)).rejects.toThrow("no reply is left");
    expect(points().at(-1)).toBe("agent_shutdown");
  });
});

describe("a tool that needs approval", () => {
  const waiting: ModelMessage[] = [
    { role: "user", content: "Pay." },
    {
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId: "c1", toolName: "pay", input: { amount: 840 } },
        { type: "tool-approval-request", approvalId: "a1", toolCallId: "c1" },
      ],
    },
    { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a1", approved: true }] },
  ];

  it("does not run before it, and its run still passes the output point", async () => {
    const { agent, paid, points } = vercelAiSetup({ extra: { needsApproval: true } });
    const { content } = await agent.generate({ prompt: "Pay." });
    expect(content.map((part) => part.type)).toContain("tool-approval-request");
    expect(paid).toEqual([]);
    expect(points().slice(-2)).toEqual(["output", "agent_shutdown"]);
  });

  it("is judged when it runs after the answer", async () => {
    const { agent, paid, points } = vercelAiSetup({ extra: { needsApproval: true }, replies: [{ text: "Done." }] });
    await agent.generate({ messages: waiting });
    expect(paid).toEqual([{ amount: 840 }]);
    expect(points().slice(2, 5)).toEqual(["pre_tool_call", "post_tool_call", "pre_model_call"]);
  });

  it("does not run after the answer when it is denied", async () => {
    const { agent, paid, script } = vercelAiSetup({
      extra: { needsApproval: true },
      replies: [{ text: "Done." }],
      guard: { pre_tool_call: DENY },
    });
    await agent.generate({ messages: waiting });
    expect(paid).toEqual([]);
    expect(script.requests[0]).toContain("Not wanted here.");
  });
});

describe("a run that ends with open calls", () => {
  it("passes the output point", async () => {
    const { agent, points } = vercelAiSetup({ settings: { stopWhen: stepCountIs(1) } });
    await agent.generate({ prompt: "x" });
    expect(points().slice(-3)).toEqual(["post_tool_call", "output", "agent_shutdown"]);
  });

  it("hands out nothing when its output is denied", async () => {
    const { agent } = vercelAiSetup({ settings: { stopWhen: stepCountIs(1) }, guard: { output: DENY } });
    await expect(agent.stream({ prompt: "x" })).rejects.toMatchObject({ point: "output" });
  });

  it("throws the block that a stop condition would have hidden", async () => {
    const { agent } = vercelAiSetup({
      settings: { stopWhen: stepCountIs(1) },
      guard: { pre_tool_call: () => "nonsense" },
      options: { surface: { toolSeamHostError: "terminate" } },
    });
    await expect(agent.generate({ prompt: "x" })).rejects.toBeInstanceOf(RunTerminated);
  });
});

describe("a run that the caller aborts", () => {
  it.each(["generate", "stream"] as const)("ends as cancelled: %s()", async (name) => {
    const controller = new AbortController();
    const { agent, contexts } = vercelAiSetup({
      guard: {
        post_model_call: () => {
          controller.abort(new Error("enough"));
          return { decision: "allow" };
        },
      },
    });
    await expect(agent[name]({ prompt: "x", abortSignal: controller.signal })).rejects.toThrow();
    expect(contexts.at(-1)).toMatchObject({ summary: { reason: "cancelled" } });
  });
});

describe("a tool that the SDK leaves behind after an abort", () => {
  it("ends before the session does", async () => {
    const controller = new AbortController();
    const ended: string[] = [];
    const execute = async () => {
      controller.abort(new Error("enough"));
      for (let turns = 0; turns < 50; turns++) await setImmediate();
      ended.push("tool");
      return "late";
    };
    const { agent, points } = vercelAiSetup({ extra: { execute } });
    await expect(agent.stream({ prompt: "x", abortSignal: controller.signal })).rejects.toThrow("enough");
    expect(ended).toEqual(["tool"]);
    expect(points().slice(-3)).toEqual(["pre_tool_call", "post_tool_call", "agent_shutdown"]);
  });
});

describe("an approval of a tool that the provider runs", () => {
  it("is not sent", async () => {
    const { agent, script } = vercelAiSetup();
    const messages: ModelMessage[] = [
      {
        role: "assistant",
        content: [
          { type: "tool-call", toolCallId: "p1", toolName: "mcp", input: {}, providerExecuted: true },
          { type: "tool-approval-request", approvalId: "a1", toolCallId: "p1" },
        ],
      },
      {
        role: "tool",
        content: [{ type: "tool-approval-response", approvalId: "a1", approved: true, providerExecuted: true }],
      },
    ];
    await expect(agent.generate({ messages })).rejects.toMatchObject({
      verdict: { reason: "host_error:adapter_unsupported" },
    });
    expect(script.requests).toEqual([]);
  });
});

describe("what a model says beside its text", () => {
  const content = [
    { type: "reasoning", text: "the secret thought" },
    { type: "text", text: "Done." },
  ];
  const thinking = () => {
    const { doGenerate } = scriptedAiModel([{ text: "" }], "v3");
    const respond = async (options: { prompt: unknown }) => ({ ...((await doGenerate(options)) as object), content });
    return new MockLanguageModelV3({ doGenerate: respond as never });
  };

  it("is judged with it, and rewritten", async () => {
    const { agent, contexts } = vercelAiSetup({
      settings: { model: thinking() },
      guard: { post_model_call: rewriting("secret", "hidden") },
    });
    const result = await agent.generate({ prompt: "x" });
    expect(result.reasoningText).toBe("the hidden thought");
    expect(JSON.stringify(contexts.at(-2)?.output)).toContain("the hidden thought");
  });
});
