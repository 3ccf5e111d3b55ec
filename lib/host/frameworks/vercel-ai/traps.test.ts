/** What in the AI SDK would let a guard be missed, and does not under a governed agent. */
import { generateText, jsonSchema, stepCountIs, type ToolSet, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { MockLanguageModelV2 } from "ai5/test";
import { describe, expect, it } from "vitest";
import { DENY, rewriting } from "../../../testing/adapter-contract/scenario";
import type { ScriptedReply } from "../../../testing/adapter-driver";
import { type Guard, guardedHooks } from "../../../testing/frameworks/guarded-hooks";
import { scriptedAiModel } from "../../../testing/frameworks/scripted-ai-model";
import { governVercelAi } from "./govern-vercel-ai";

const CALL = { calls: [{ id: "c1", name: "pay", args: { amount: 840 } }] };
const REPLIES: readonly ScriptedReply[] = [CALL, { text: "All done." }];
const REFUSED = { verdict: { reason: "host_error:adapter_unsupported" } };

function setup(guard: Guard = {}, replies = REPLIES) {
  const script = scriptedAiModel(replies, "v3");
  const model = new MockLanguageModelV3({ doGenerate: script.doGenerate, doStream: script.doStream });
  const paid: unknown[] = [];
  const pay = tool({
    inputSchema: jsonSchema({ type: "object" }),
    execute: (args) => {
      paid.push(args);
      return { status: "paid" };
    },
  });
  const guarded = guardedHooks("vercel-ai", guard);
  const agent = (settings: object = {}) =>
    governVercelAi<never, ToolSet, never>(guarded.hooks, { model, tools: { pay }, ...settings });
  return { ...guarded, script, model, paid, pay, agent };
}

describe("observers of a run", () => {
  it("cannot stop a tool in the SDK alone, where what they throw is swallowed", async () => {
    const { model, paid, pay } = setup();
    const experimental_onToolCallStart = () => {
      throw new Error("not this one");
    };
    await generateText({ model, tools: { pay }, prompt: "x", stopWhen: stepCountIs(5), experimental_onToolCallStart });
    expect(paid).toHaveLength(1);
  });

  it("hear nothing before the answer is permitted, and never of one that is not", async () => {
    const { agent } = setup({ output: DENY });
    const heard: unknown[] = [];
    const hear = (event: unknown) => void heard.push(event);
    const call = agent({ onFinish: hear }).generate({ prompt: "x", onStepFinish: hear });
    await expect(call).rejects.toMatchObject({ point: "output" });
    expect(heard).toEqual([]);
  });

  it("hear the answer that its verdict rewrote", async () => {
    const { agent } = setup({ output: rewriting("done", "[redacted]") });
    const heard: string[] = [];
    const onChunk = ({ chunk }: { chunk: object }) => void heard.push(JSON.stringify(chunk));
    const result = await agent().streamText({ prompt: "x", stopWhen: stepCountIs(5), onChunk });
    expect(heard.join()).toContain("[redacted]");
    expect(heard.join()).not.toContain("done");
    expect(JSON.stringify(await result.steps)).not.toContain("All done");
  });
});

describe("tools that cannot be judged are refused before the model is asked", () => {
  const { pay } = setup();
  const TOOLS: Record<string, object> = {
    "run by the provider": { type: "provider", id: "openai.web_search", args: {}, inputSchema: jsonSchema({}) },
    "without execute": { inputSchema: jsonSchema({ type: "object" }) },
    "with a hook on the arguments": { ...pay, onInputAvailable: () => {} },
  };

  it.each(Object.keys(TOOLS))("%s", async (name) => {
    const { agent, script, paid } = setup();
    await expect(agent({ tools: { pay: TOOLS[name] } }).generate({ prompt: "x" })).rejects.toMatchObject(REFUSED);
    expect([script.requests, paid]).toEqual([[], []]);
  });

  it("asked for by provider options", async () => {
    const { agent, script } = setup();
    const providerOptions = { anthropic: { mcpServers: [{ url: "https://example.org" }] } };
    await expect(agent({ providerOptions }).generate({ prompt: "x" })).rejects.toMatchObject(REFUSED);
    expect(script.requests).toEqual([]);
  });

  it.each(["experimental_transform", "includeRawChunks", "somethingNew"])("and so is the option %s", async (name) => {
    const { agent, script } = setup();
    const call = agent().streamText({ prompt: "x", [name]: true } as never);
    await expect(call).rejects.toMatchObject(REFUSED);
    expect(script.requests).toEqual([]);
  });
});

describe("a response in which the provider ran a tool", () => {
  it("is thrown away", async () => {
    const { agent, points, records } = setup();
    const content = [
      { type: "tool-call", toolCallId: "p", toolName: "web_search", input: "{}", providerExecuted: true },
      { type: "text", text: "found" },
    ];
    const { doGenerate } = scriptedAiModel([{ text: "" }], "v3");
    const model = new MockLanguageModelV3({
      doGenerate: async (options) => ({ ...((await doGenerate(options)) as object), content }) as never,
    });
    await expect(agent({ model }).generate({ prompt: "x" })).rejects.toMatchObject(REFUSED);
    expect(points()).not.toContain("post_model_call");
    expect(records.at(-2)?.verdict.reason).toBe("host_error:adapter_unsupported");
  });
});

describe("what a step or a call swaps in", () => {
  it("is governed too: another model for a step", async () => {
    const { agent, contexts, script } = setup();
    const other = scriptedAiModel([{ text: "from another model" }], "v3");
    const swapped = new MockLanguageModelV3({ modelId: "other", doGenerate: other.doGenerate });
    const prepareStep = () => ({ model: swapped });
    expect((await agent({ prepareStep }).generate({ prompt: "x" })).text).toBe("from another model");
    expect(contexts.map((context) => (context.model as { id?: string })?.id).filter(Boolean)).toEqual([
      "other",
      "other",
    ]);
    expect(script.requests).toEqual([]);
  });

  it("is refused after the run: a kept model", async () => {
    const { agent, points } = setup();
    let kept: MockLanguageModelV3 | undefined;
    const prepareStep = ({ model }: { model: unknown }) => {
      kept = model as MockLanguageModelV3;
      return {};
    };
    await agent({ prepareStep }).generate({ prompt: "x" });
    const before = points().length;
    await expect(kept?.doGenerate({ prompt: [] })).rejects.toThrow("over");
    expect(points()).toHaveLength(before);
  });

  it("is refused: a tool that was not there at startup", async () => {
    const { agent, pay, script } = setup();
    const prepareCall = (given: object) => ({ ...given, tools: { pay, more: pay } });
    await expect(agent({ prepareCall }).generate({ prompt: "x" })).rejects.toMatchObject(REFUSED);
    expect(script.requests).toEqual([]);
  });

  it("may be a model of the older provider interface", async () => {
    const { agent, points } = setup();
    const older = scriptedAiModel(REPLIES, "v2");
    const model = new MockLanguageModelV2({ doGenerate: older.doGenerate });
    expect((await agent({ model }).generate({ prompt: "x" })).text).toBe("All done.");
    expect(points().filter((point) => point === "post_model_call")).toHaveLength(2);
  });
});
