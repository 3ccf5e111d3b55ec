/** What in Mastra would let a guard be missed, and does not under a governed agent. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DENY, rewriting } from "../../../testing/adapter-contract/scenario";
import { mastraSetup, scriptedMastraModel } from "../../../testing/frameworks/mastra-setup";

const REFUSED = { verdict: { reason: "host_error:adapter_unsupported" } };

describe("a configuration that cannot be governed is refused before the model is asked", () => {
  const processor = { name: "p", processInput: () => [], processOutputResult: () => [] };
  const CONFIGS: Record<string, unknown> = {
    agents: { other: {} },
    evals: { metric: {} },
    inputProcessors: [processor],
    memory: {},
    outputProcessors: [processor],
    scorers: { one: {} },
    voice: {},
    workflows: { flow: {} },
    somethingNew: true,
  };

  it.each(Object.keys(CONFIGS))("%s", async (name) => {
    const { agent, requests, paid } = mastraSetup({ config: { [name]: CONFIGS[name] } });
    await expect(agent.generate("x")).rejects.toMatchObject(REFUSED);
    expect([requests, paid]).toEqual([[], []]);
  });

  const OPTIONS: Record<string, object> = {
    clientTools: { t: {} },
    includeRawChunks: { includeRawChunks: true },
    memory: { memory: { thread: "t", resource: "r" } },
    outputProcessors: { outputProcessors: [processor] },
    requireToolApproval: { requireToolApproval: true },
    returnScorerData: { returnScorerData: true },
    "structuredOutput.model": { structuredOutput: { schema: z.object({}), model: "openai/gpt-5" } },
    somethingNew: { somethingNew: 1 },
  };

  it.each(Object.keys(OPTIONS))("the option %s", async (name) => {
    const { agent, requests } = mastraSetup({});
    const options = name === "clientTools" ? { clientTools: OPTIONS[name] } : OPTIONS[name];
    await expect(agent.stream("x", options as never)).rejects.toMatchObject(REFUSED);
    expect(requests).toEqual([]);
  });

  const TOOLS: Record<string, object> = {
    "that needs approval": { requireApproval: true },
    "without execute": { execute: undefined },
  };

  it.each(Object.keys(TOOLS))("a tool %s", async (name) => {
    const { agent, requests } = mastraSetup({ extra: TOOLS[name] as object });
    await expect(agent.generate("x")).rejects.toMatchObject(REFUSED);
    expect(requests).toEqual([]);
  });

  it("a tool that the provider runs", async () => {
    const search = { type: "provider-defined", id: "openai.web_search", args: {}, name: "web_search" };
    const { agent, requests } = mastraSetup({ config: { tools: { search } } });
    await expect(agent.generate("x")).rejects.toMatchObject(REFUSED);
    expect(requests).toEqual([]);
  });

  it("a model of the AI SDK 4", async () => {
    const model = { specificationVersion: "v1", provider: "p", modelId: "m", doGenerate: async () => ({}) };
    const { agent } = mastraSetup({ config: { model } });
    await expect(agent.generate("x")).rejects.toMatchObject(REFUSED);
  });
});

describe("what a tool does beside its result", () => {
  it("cannot suspend the run", async () => {
    const execute = async (_: unknown, { suspend }: { suspend(data: object): Promise<void> }) =>
      suspend({ wait: true });
    const { agent, requests } = mastraSetup({ extra: { execute } });
    await expect(agent.generate("x")).rejects.toMatchObject(REFUSED);
    expect(requests).toHaveLength(1);
  });

  it("has no way to write to the caller", async () => {
    const writers: unknown[] = [];
    const execute = async ({ writer }: { writer?: unknown }, { writableStream }: { writableStream?: unknown }) => {
      writers.push(writer, writableStream);
      return {};
    };
    await mastraSetup({ extra: { execute } }).agent.stream("x");
    expect(writers).toEqual([undefined, undefined]);
  });

  it("is told to the model in plain words when it is blocked, without the error and its causes", async () => {
    const { agent, requests } = mastraSetup({ guard: { pre_tool_call: DENY } });
    await agent.generate("x");
    expect(requests[1]).toContain('{"error":true,"message":"Blocked: Not wanted here. (not_wanted)"}');
  });
});

describe("tools of other kinds", () => {
  const foreign = (paid: unknown[]) => ({
    description: "Pays.",
    parameters: z.object({ amount: z.number() }),
    execute: async (args: unknown) => void paid.push(args),
  });

  it.each([true, false])("are judged: those of the AI SDK (denied: %s)", async (isDenied) => {
    const paid: unknown[] = [];
    const guard = isDenied ? { pre_tool_call: DENY } : {};
    const { agent } = mastraSetup({ guard, config: { tools: { pay: foreign(paid) } } });
    await agent.generate("x");
    expect(paid).toEqual(isDenied ? [] : [{ amount: 840 }]);
  });

  it("are judged: those of a tool set, and named at startup", async () => {
    const paid: unknown[] = [];
    const { agent, contexts } = mastraSetup({ guard: { pre_tool_call: DENY }, config: { tools: {} } });
    await agent.generate("x", { toolsets: { bank: { pay: foreign(paid) as never } } });
    expect(paid).toEqual([]);
    expect(contexts[0]).toMatchObject({ agent_init: { tools_registered: ["pay"] } });
  });

  it("are judged: those of a function", async () => {
    const paid: unknown[] = [];
    const { agent, points } = mastraSetup({ config: { tools: () => ({ pay: foreign(paid) }) } });
    await agent.generate("x");
    expect(paid).toHaveLength(1);
    expect(points()).toContain("pre_tool_call");
  });
});

describe("models to fall back to", () => {
  const fallbacks = (first: ReturnType<typeof scriptedMastraModel>, second: ReturnType<typeof scriptedMastraModel>) => [
    { id: "first", model: first.model, maxRetries: 0 },
    { id: "second", model: () => second.model, maxRetries: 0 },
  ];

  it("are not asked after a block", async () => {
    const [first, second] = [scriptedMastraModel([{ text: "a" }]), scriptedMastraModel([{ text: "b" }])];
    const { agent } = mastraSetup({ guard: { post_model_call: DENY }, config: { model: fallbacks(first, second) } });
    await expect(agent.generate("x")).rejects.toMatchObject({ point: "post_model_call" });
    expect(second.requests).toEqual([]);
  });

  it("are judged like the first", async () => {
    const [first, second] = [scriptedMastraModel([]), scriptedMastraModel([{ text: "b" }])];
    const { agent, points } = mastraSetup({ config: { model: fallbacks(first, second) } });
    expect((await agent.generate("x")).text).toBe("b");
    expect(points().filter((point) => point === "pre_model_call")).toHaveLength(2);
  });
});

describe("observers of a run", () => {
  it("hear nothing of an answer that is not permitted", async () => {
    const heard: unknown[] = [];
    const hear = (event: unknown) => void heard.push(event);
    const { agent } = mastraSetup({ guard: { output: DENY } });
    await expect(
      agent.stream("x", { onChunk: hear, onFinish: hear, onStepFinish: hear } as never),
    ).rejects.toMatchObject({ point: "output" });
    expect(heard).toEqual([]);
  });

  it("hear the answer that its verdict rewrote", async () => {
    const heard: string[] = [];
    const { agent } = mastraSetup({ guard: { output: rewriting("done", "[redacted]") } });
    await agent.stream("x", { onChunk: (chunk: object) => void heard.push(JSON.stringify(chunk)) } as never);
    expect(heard.join()).toContain("[redacted]");
    expect(heard.join()).not.toContain("All done");
  });
});
