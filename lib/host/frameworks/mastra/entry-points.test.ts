/** Every member of Mastra's `Agent` is governed, refused, or not offered; a new one must be placed here. */
import { Agent } from "@mastra/core/agent";
import { createStep, createWorkflow } from "@mastra/core/workflows";
import { MockLanguageModelV2 } from "ai5/test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { guardedHooks } from "../../../testing/frameworks/guarded-hooks";
import { mastraDriver } from "../../../testing/frameworks/mastra";
import { UNOFFERED_MEMBERS } from "../../../testing/frameworks/mastra-members";
import { scriptedAiModel } from "../../../testing/frameworks/scripted-ai-model";
import { governMastra } from "./govern-mastra";
import { REFUSED_CALLS } from "./refused-calls";

const GOVERNED = ["generate", "stream"];

function membersOf(prototype: object): string[] {
  const parent = Object.getPrototypeOf(prototype);
  return [...Object.getOwnPropertyNames(prototype), ...(parent === Object.prototype ? [] : membersOf(parent))];
}

function governedAgent() {
  const script = scriptedAiModel([{ text: "Done." }], "v2");
  const model = new MockLanguageModelV2({ doGenerate: script.doGenerate });
  const guarded = guardedHooks("mastra");
  return { ...guarded, agent: governMastra(guarded.hooks, { name: "tested", instructions: "x", model }) };
}

describe("the members of an agent", () => {
  it("are all placed", () => {
    const placed = [...GOVERNED, ...REFUSED_CALLS, ...UNOFFERED_MEMBERS];
    expect([...new Set(membersOf(Agent.prototype))].sort()).toEqual(placed.sort());
  });

  it("are offered only where they are governed or refused", () => {
    const { agent } = governedAgent();
    expect(Object.keys(agent).sort()).toEqual([...GOVERNED, ...REFUSED_CALLS, "id", "name"].sort());
  });

  it("are driven", () => {
    const driven = mastraDriver.entryPoints.map(({ name }) => name).join("\n");
    for (const name of [...GOVERNED, ...REFUSED_CALLS]) expect(driven).toContain(`Agent.${name}()`);
  });
});

describe("a workflow whose step calls the governed agent", () => {
  it("passes every point there", async () => {
    const { agent, points } = governedAgent();
    const schema = z.object({ text: z.string() });
    const step = createStep({
      id: "ask",
      inputSchema: schema as never,
      outputSchema: schema as never,
      execute: async ({ inputData }: { inputData: { text: string } }) => ({
        text: (await agent.generate(inputData.text)).text,
      }),
    } as never);
    const workflow = createWorkflow({ id: "flow", inputSchema: schema, outputSchema: schema } as never)
      .then(step as never)
      .commit();
    const run = await workflow.createRunAsync();
    const result = await run.start({ inputData: { text: "x" } } as never);
    expect(result).toMatchObject({ status: "success", result: { text: "Done." } });
    expect(points()).toEqual([
      "agent_startup",
      "input",
      "pre_model_call",
      "post_model_call",
      "output",
      "agent_shutdown",
    ]);
  });
});
