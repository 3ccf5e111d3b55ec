/** A method that a later version brings fails here, until somebody has said whether it is governed. */
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { RunnableLambda } from "@langchain/core/runnables";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { Command } from "@langchain/langgraph";
import * as langchain from "langchain";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgentHooks } from "../../../agent-hooks/agent-hooks";
import type { InterceptionRecord } from "../../../agent-hooks/types";
import { asked } from "../../../testing/frameworks/langgraph";
import { guardedAgent } from "./govern-agent";
import { GovernedAgent } from "./governed-agent";
import { MODEL_CALLING_MIDDLEWARE } from "./refused-parts";
import { Runs } from "./runs";
import { DERIVING, DESCRIBING, functionNames, seal } from "./seal";

const records: InterceptionRecord[] = [];
const ran: unknown[] = [];
afterEach(() => {
  records.length = 0;
  ran.length = 0;
});

const hooks = createAgentHooks({
  agent: { id: "a" },
  framework: "langgraph",
  interceptors: [{ intercept: () => ({ decision: "allow" }) }],
  onRecord: (record) => records.push(record),
});

const lookup = tool(async (args) => ran.push(args), {
  name: "lookup",
  description: "Looks up.",
  schema: { type: "object", properties: {} },
});

const names = (prototype: object) => Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");

/** `absent`: not on the governed agent, because it hands out parts of the graph or what was withheld. */
const METHODS: Readonly<Record<string, "emits" | "refuses" | "reads" | "absent">> = {
  invoke: "emits",
  stream: "emits",
  streamEvents: "refuses",
  updateState: "refuses",
  withConfig: "reads",
  getState: "reads",
  checkpointer: "reads",
  store: "reads",
  drawMermaid: "reads",
  drawMermaidPng: "reads",
  graph: "absent",
  builder: "absent",
  getGraphAsync: "absent",
  getStateHistory: "absent",
  getSubgraphs: "absent",
  getSubgraphsAsync: "absent",
};

describe("the methods of the framework's agent", () => {
  const agent = langchain.createAgent({ model: fakeModel(), tools: [lookup] as never });

  it("are all known", () => {
    expect(names(Object.getPrototypeOf(agent)).sort()).toEqual(Object.keys(METHODS).sort());
  });

  it("are on the governed agent exactly where they are governed", () => {
    const governed = Object.keys(METHODS).filter((name) => METHODS[name] !== "absent");
    expect(names(GovernedAgent.prototype).sort()).toEqual(governed.sort());
  });

  it("leave no part of the graph on the governed agent", () => {
    const governed = new GovernedAgent({ hooks, runs: new Runs(), inner: agent, refused: null, tools: [] });
    expect(Object.keys(governed)).toEqual([]);
  });
});

describe("the graph itself, without a governed run", () => {
  const model = fakeModel().respondWithTools([{ name: "lookup", args: {}, id: "c1" }]);
  const { graph } = guardedAgent(hooks, { model, tools: [lookup] } as never, new Runs());
  const calls = [{ name: "lookup", args: {}, id: "c1", type: "tool_call" as const }];
  const waiting = { messages: [new langchain.AIMessage({ content: "", tool_calls: calls })] };
  const { tools, model_request } = graph.nodes as Record<
    string,
    { bound: { invoke(input: object): Promise<unknown> } }
  >;
  const drain = async (stream: AsyncIterable<unknown>) => {
    for await (const _ of stream);
  };

  const WAYS: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["invoke()", () => graph.invoke(asked("hi") as never)],
    ["stream()", async () => drain(await graph.stream(asked("hi") as never))],
    ["batch()", () => graph.batch([asked("hi")] as never)],
    ["streamEvents()", () => drain(graph.streamEvents(asked("hi") as never, { version: "v2" }) as never)],
    ["streamLog()", () => drain(graph.streamLog(asked("hi") as never) as never)],
    ["goto tools", () => graph.invoke(new Command({ goto: "tools", update: waiting }) as never)],
    ["the node of the tools", async () => tools?.bound.invoke(waiting)],
    ["the node of the model", async () => model_request?.bound.invoke(asked("hi"))],
  ];

  it.each(WAYS)("refuses: %s", async (_, enter) => {
    await expect(enter()).rejects.toThrow("host_error:adapter_unsupported");
    expect(records.map(({ verdict }) => verdict.reason)).toContain("host_error:adapter_unsupported");
    expect(model.callCount).toBe(0);
    expect(ran).toEqual([]);
  });
});

describe("a sealed tool or model", () => {
  const refuse = async (entry: string): Promise<never> => {
    throw new Error(`refused ${entry}`);
  };
  const model = fakeModel().respond(new langchain.AIMessage("x"));

  it.each(functionNames(lookup).filter((name) => !DESCRIBING.has(name)))("refuses tool.%s()", async (name) => {
    const sealed = seal(lookup, "tool", refuse) as unknown as Record<string, () => Promise<unknown>>;
    await expect(followed(sealed[name]?.())).rejects.toThrow("refused tool.");
    expect(ran).toEqual([]);
  });

  it.each(functionNames(model).filter((name) => !DESCRIBING.has(name)))("refuses model.%s()", async (name) => {
    const sealed = seal(model, "model", refuse) as unknown as Record<string, () => Promise<unknown>>;
    await expect(followed(sealed[name]?.())).rejects.toThrow("refused model.");
    expect(model.callCount).toBe(0);
  });

  it("describes itself like the real one", () => {
    const sealed = seal(lookup, "tool", refuse);
    expect([sealed.name, sealed.description, sealed.schema]).toEqual([lookup.name, lookup.description, lookup.schema]);
    expect(seal(model, "model", refuse)).toBeInstanceOf(BaseChatModel);
  });

  it("hides what it is made of", async () => {
    const wrapped = RunnableLambda.from((input: string) => ran.push(input)).asTool({
      name: "wrapped",
      schema: z.string(),
    });
    const sealed = seal(wrapped, "tool", refuse) as unknown as { bound: { invoke(input: string): Promise<unknown> } };
    await expect(sealed.bound.invoke("x")).rejects.toThrow("refused tool.bound.");
    expect(ran).toEqual([]);
  });

  /** What is derived refuses when it is run. */
  const followed = (value: unknown): Promise<unknown> =>
    typeof (value as { invoke?: unknown }).invoke === "function"
      ? (value as { invoke(input: string): Promise<unknown> }).invoke("x")
      : (value as Promise<unknown>);

  it("knows which methods derive another runnable", () => {
    expect([...DERIVING].filter((name) => DESCRIBING.has(name))).toEqual([]);
  });
});

describe("the framework's own middleware", () => {
  const CALLS_MODEL = new Set([
    "llmToolSelectorMiddleware",
    "openAIModerationMiddleware",
    "summarizationMiddleware",
    "toolEmulatorMiddleware",
  ]);
  const GOVERNED = [
    "anthropicPromptCachingMiddleware",
    "bedrockPromptCachingMiddleware",
    "contextEditingMiddleware",
    "dynamicSystemPromptMiddleware",
    "humanInTheLoopMiddleware",
    "modelCallLimitMiddleware",
    "modelFallbackMiddleware",
    "modelRetryMiddleware",
    "piiMiddleware",
    "piiRedactionMiddleware",
    // adds tools of the provider, which are refused when they are asked for
    "providerToolSearchMiddleware",
    "todoListMiddleware",
    "toolCallLimitMiddleware",
    "toolErrorMiddleware",
    "toolRetryMiddleware",
  ];

  it("is all known", () => {
    const exported = Object.keys(langchain).filter((name) => /^[a-z].*Middleware$/.test(name));
    expect(exported.sort()).toEqual([...GOVERNED, ...CALLS_MODEL, "createMiddleware"].sort());
  });

  it("is refused where it calls a model by itself", () => {
    const model = fakeModel();
    const made = [
      langchain.llmToolSelectorMiddleware({ model }),
      langchain.openAIModerationMiddleware({ model: Object.assign(fakeModel(), { client: {}, _client: {} }) } as never),
      langchain.summarizationMiddleware({ model, trigger: { tokens: 10 } }),
      langchain.toolEmulatorMiddleware({ model }),
    ];
    expect(made.map(({ name }) => name).sort()).toEqual([...MODEL_CALLING_MIDDLEWARE].sort());
    expect(made).toHaveLength(CALLS_MODEL.size);
  });
});
