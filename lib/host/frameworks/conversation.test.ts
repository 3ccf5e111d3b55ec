/** Turns of one session, on frameworks whose calls are sessions of their own otherwise. */
import { jsonSchema, type ToolSet, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { MockLanguageModelV2 } from "ai5/test";
import { describe, expect, it } from "vitest";
import { DENY } from "../../testing/adapter-contract/scenario";
import { type Guard, guardedHooks } from "../../testing/frameworks/guarded-hooks";
import { ScriptedLlm } from "../../testing/frameworks/llamaindex";
import { scriptedAiModel } from "../../testing/frameworks/scripted-ai-model";
import { type Conversation, openConversation } from "./conversation";
import { governLlamaIndex } from "./llamaindex/govern-llamaindex";
import { governMastra } from "./mastra/govern-mastra";
import { governVercelAi } from "./vercel-ai/govern-vercel-ai";

const REPLIES = [{ text: "One." }, { text: "Two." }];

const AGENTS: Record<string, (conversation: Conversation) => (prompt: string) => Promise<unknown>> = {
  "vercel-ai": ({ hooks }) => {
    const { doGenerate } = scriptedAiModel(REPLIES, "v3");
    const agent = governVercelAi<never, ToolSet>(hooks, { model: new MockLanguageModelV3({ doGenerate }) });
    return async (prompt) => (await agent.generate({ prompt })).text;
  },
  mastra: ({ hooks }) => {
    const { doGenerate } = scriptedAiModel(REPLIES, "v2");
    const model = new MockLanguageModelV2({ doGenerate });
    const agent = governMastra(hooks, { name: "tested", instructions: "x", model });
    return async (prompt) => (await agent.generate(prompt)).text;
  },
  llamaindex: ({ hooks }) => {
    const agent = governLlamaIndex(hooks, { llm: new ScriptedLlm(REPLIES) as never });
    return async (prompt) => (await agent.run(prompt)).data.result;
  },
};

function talk(framework: string, guard: Guard = {}) {
  const guarded = guardedHooks(framework, guard);
  const conversation = openConversation(guarded.hooks, { id: "talk-1" });
  const ask = AGENTS[framework]?.(conversation) as (prompt: string) => Promise<unknown>;
  return { ...guarded, conversation, ask };
}

const TURN = ["input", "pre_model_call", "post_model_call", "output"];

describe.each(Object.keys(AGENTS))("a conversation with %s", (framework) => {
  it("has one startup, the turns, and one shutdown, under one session", async () => {
    const { conversation, ask, points, records } = talk(framework);
    expect([await ask("a"), await ask("b")]).toEqual(["One.", "Two."]);
    await conversation.close();
    expect(points()).toEqual(["agent_startup", ...TURN, ...TURN, "agent_shutdown"]);
    expect(new Set(records.map((record) => record.session_id))).toEqual(new Set(["talk-1"]));
    expect(records.map((record) => record.sequence)).toEqual(records.map((_, index) => index));
  });

  it("goes on after a turn that was denied", async () => {
    let turn = 0;
    const { ask, points } = talk(framework, { input: () => (turn++ === 0 ? DENY : { decision: "allow" }) });
    await expect(ask("a")).rejects.toMatchObject({ point: "input" });
    expect(await ask("b")).toBe("One.");
    expect(points()).toEqual(["agent_startup", "input", ...TURN]);
  });

  it("refuses every turn after a start that was denied, and every turn after its end", async () => {
    const { conversation, ask, points } = talk(framework, { agent_startup: DENY });
    await expect(ask("a")).rejects.toMatchObject({ point: "agent_startup" });
    await expect(ask("b")).rejects.toMatchObject({ point: "agent_startup" });
    await conversation.close();
    await expect(ask("c")).rejects.toThrow();
    expect(points()).toEqual(["agent_startup", "agent_shutdown"]);
  });
});

describe.each(Object.keys(AGENTS))("two calls of one governed agent at once, with %s", (framework) => {
  it("are two sessions, each with all its points", async () => {
    const { hooks, contexts } = guardedHooks(framework);
    const ask = AGENTS[framework]?.({ hooks } as Conversation) as (prompt: string) => Promise<unknown>;
    await Promise.all([ask("a"), ask("b")]);
    const ids = [...new Set(contexts.map((context) => context.session.id))];
    expect(ids).toHaveLength(2);
    for (const id of ids) {
      const points = contexts
        .filter((context) => context.session.id === id)
        .map((context) => context.interception_point);
      expect(points).toEqual(["agent_startup", ...TURN, "agent_shutdown"]);
    }
  });
});

describe("a conversation", () => {
  it("refuses tools that were not there at startup", async () => {
    const { conversation } = talk("vercel-ai");
    const { doGenerate, requests } = scriptedAiModel(REPLIES, "v3");
    const agent = governVercelAi<never, ToolSet>(conversation.hooks, {
      model: new MockLanguageModelV3({ doGenerate }),
    });
    await agent.generate({ prompt: "a" });
    const pay = tool({ inputSchema: jsonSchema({ type: "object" }), execute: () => "paid" });
    await expect(agent.generateText({ prompt: "b", tools: { pay } })).rejects.toMatchObject({
      verdict: { reason: "host_error:adapter_unsupported" },
    });
    expect(requests).toHaveLength(1);
  });

  it("takes no facts for a single turn", () => {
    const { conversation } = talk("mastra");
    expect(() => conversation.hooks.session({ id: "other" })).toThrow(TypeError);
  });
});
