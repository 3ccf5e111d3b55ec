/** What in LlamaIndex would let a guard be missed or end the process, and does not under a governed agent. */
import { agentStreamEvent, agentToolCallResultEvent } from "@llamaindex/workflow";
import { createMemory, FunctionTool, Settings, staticBlock } from "llamaindex";
import { describe, expect, it } from "vitest";
import { type AgentHooksOptions, RunTerminated } from "../../../agent-hooks/hook-session";
import { DENY, rewriting } from "../../../testing/adapter-contract/scenario";
import type { ScriptedReply } from "../../../testing/adapter-driver";
import { type Guard, guardedHooks } from "../../../testing/frameworks/guarded-hooks";
import { ScriptedLlm } from "../../../testing/frameworks/llamaindex";
import { governLlamaIndex } from "./govern-llamaindex";

const call = (id: string) => ({ id, name: "pay", args: { amount: 840 } });
const REPLIES: readonly ScriptedReply[] = [{ calls: [call("c1")] }, { text: "All done." }];
const REFUSED = { verdict: { reason: "host_error:adapter_unsupported" } };

/** Does what the framework's own models do. */
class AnnouncingLlm extends ScriptedLlm {
  override async chat(params: never): Promise<never> {
    const response = await super.chat(params);
    Settings.callbackManager.dispatchEvent("llm-end", { id: "1", response } as never);
    return response as never;
  }
}

interface Setup {
  readonly guard?: Guard;
  readonly replies?: readonly ScriptedReply[];
  readonly params?: object;
  readonly options?: Partial<AgentHooksOptions>;
  readonly pay?: () => unknown;
}

function setup({ guard, replies = REPLIES, params, options, pay = () => "paid" }: Setup = {}) {
  const llm = new ScriptedLlm(replies);
  const paid: unknown[] = [];
  const tool = FunctionTool.from(
    (args: { amount: number }) => {
      paid.push(args);
      return pay() as never;
    },
    { name: "pay", description: "Pays.", parameters: { type: "object" } } as never,
  );
  const guarded = guardedHooks("llamaindex", guard, options);
  const agent = governLlamaIndex(guarded.hooks, { llm, tools: [tool], ...params } as never);
  return { ...guarded, agent, llm, paid };
}

describe("an error inside a step, which alone would be an unhandled rejection and no end", () => {
  it("is thrown after the run: the model fails", async () => {
    const { agent, contexts } = setup({ replies: [] });
    await expect(agent.run("x")).rejects.toThrow("no reply is left");
    expect(contexts.at(-1)).toMatchObject({ summary: { reason: "error" } });
  });

  it("is thrown after the run: the model asks for a tool that is not there", async () => {
    const { agent, paid } = setup({ replies: [{ calls: [{ ...call("c1"), name: "unknown" }] }] });
    await expect(agent.run("x")).rejects.toThrow("does not have");
    expect(paid).toEqual([]);
  });

  it("is thrown after the run: a block of the model", async () => {
    const { agent, llm } = setup({ guard: { pre_model_call: DENY } });
    await expect(agent.runStream("x")).rejects.toMatchObject({ point: "pre_model_call" });
    expect(llm.requests).toEqual([]);
  });
});

describe("calls that are alike", () => {
  const replies = [{ calls: [call("c1"), call("c2"), call("c3")] }, { text: "All done." }];

  it("get one pair of points each, with the ids that the model gave", async () => {
    const { agent, contexts, paid } = setup({ replies });
    await agent.run("x");
    const idsAt = (point: string) =>
      contexts.filter((context) => context.interception_point === point).map((context) => context.tool_call);
    const expected = ["c1", "c2", "c3"].map((id) => expect.objectContaining({ id }));
    expect(idsAt("pre_tool_call")).toEqual(expected);
    expect(idsAt("post_tool_call")).toEqual(expected);
    expect(paid).toHaveLength(3);
  });

  it("do not run any more when one of them ended the run", async () => {
    const { agent, points, paid } = setup({
      replies,
      guard: { pre_tool_call: () => "nonsense" },
      options: { surface: { toolSeamHostError: "terminate" } },
    });
    await expect(agent.run("x")).rejects.toBeInstanceOf(RunTerminated);
    expect(paid).toEqual([]);
    expect(points().filter((point) => point === "pre_tool_call")).toHaveLength(1);
  });
});

describe("what is judged", () => {
  it("includes the tool results that travel in the options of a message", async () => {
    const { agent, contexts } = setup({ pay: () => ({ reference: "R-1" }) });
    await agent.run("x");
    const messages = contexts.filter((context) => context.interception_point === "pre_model_call").at(-1)?.messages;
    expect(JSON.stringify(messages)).toContain('"toolResult"');
  });

  it("reaches the tool as text when the tool gives nothing", async () => {
    const { agent, llm } = setup({ pay: () => undefined });
    await agent.run("x");
    expect(llm.requests[1]).toContain('"isError":false');
  });
});

describe("what others would hear", () => {
  it("is nothing: observers of the framework, to whom models announce their answers", async () => {
    const heard: unknown[] = [];
    const hear = (event: unknown) => void heard.push(event);
    Settings.callbackManager.on("llm-end", hear);
    try {
      const llm = new AnnouncingLlm(REPLIES);
      await setup({ params: { llm } }).agent.run("x");
      expect(llm.requests).toHaveLength(2);
      expect(heard).toEqual([]);
      await new AnnouncingLlm(REPLIES).chat({ messages: [] } as never);
      await expect.poll(() => heard).toHaveLength(1);
    } finally {
      Settings.callbackManager.off("llm-end", hear);
    }
  });

  it("comes after the verdict, and as it was permitted: the events of a stream", async () => {
    const { agent, points } = setup({ guard: { output: rewriting("done", "[redacted]"), post_tool_call: DENY } });
    const stream = await agent.runStream("x");
    expect(points().at(-1)).toBe("agent_shutdown");
    const events = await stream.toArray();
    const texts = events.filter((event) => agentStreamEvent.include(event)).map((event) => event.data.delta);
    expect(texts.join("")).toBe("All [redacted].");
    const results = events.filter((event) => agentToolCallResultEvent.include(event));
    expect(results.map((event) => event.data.toolOutput)).toMatchObject([{ isError: true }]);
    expect(JSON.stringify(events)).not.toContain("paid");
  });
});

describe("a memory", () => {
  it("keeps only what was permitted", async () => {
    const memory = createMemory();
    const { agent } = setup({ guard: { output: rewriting("done", "[redacted]") }, params: { memory } });
    await agent.run("x");
    const kept = JSON.stringify(await memory.get());
    expect(kept).toContain("[redacted]");
    expect(kept).not.toContain("All done");
  });

  it("keeps nothing of an answer that was denied", async () => {
    const memory = createMemory();
    const { agent } = setup({ guard: { output: DENY }, params: { memory } });
    await expect(agent.run("x")).rejects.toMatchObject({ point: "output" });
    expect(JSON.stringify(await memory.get())).not.toContain("All done");
  });
});

describe("what cannot be governed is refused before the model is asked", () => {
  const PARAMS: Record<string, object> = {
    canHandoffTo: { canHandoffTo: ["other"] },
    "a memory with blocks": { memory: createMemory({ memoryBlocks: [staticBlock({ content: "x" })] }) },
    "a model without tool calls": { llm: { metadata: {}, chat: () => undefined } },
    "a tool without call": { tools: [{ metadata: { name: "pay", description: "" } }] },
    somethingNew: { somethingNew: 1 },
  };

  it.each(Object.keys(PARAMS))("%s", async (name) => {
    const { agent, llm, paid } = setup({ params: PARAMS[name] as object });
    await expect(agent.run("x")).rejects.toMatchObject(REFUSED);
    expect([llm.requests, paid]).toEqual([[], []]);
  });

  it.each(["state", "responseFormat", "somethingNew"])("the option %s", async (name) => {
    const { agent, llm } = setup();
    await expect(agent.run("x", { [name]: {} } as never)).rejects.toMatchObject(REFUSED);
    expect(llm.requests).toEqual([]);
  });
});
