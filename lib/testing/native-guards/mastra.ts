/** Mastra: a callback of `generate`. It has none before a tool; this is the one that sees tool calls. */
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { MockLanguageModelV2 } from "ai5/test";
import { z } from "zod";
import { isJsonObject, type JsonObject } from "../../core/json/value";
import { scriptedAiModel } from "../frameworks/scripted-ai-model";
import type { NativeGuard } from "./native-guard";

export const mastraNative: NativeGuard = {
  callback: "onStepFinish",
  async run({ prompt, tools, replies, guard }) {
    const script = scriptedAiModel(replies, "v2");
    const agent = new Agent({
      name: "scripted",
      instructions: "Do what you are asked.",
      model: new MockLanguageModelV2({ doGenerate: script.doGenerate, doStream: script.doStream }),
      tools: Object.fromEntries(
        tools.map(({ name, description, parameters, execute }) => [
          name,
          createTool({
            id: name,
            description,
            inputSchema: z.fromJSONSchema(parameters as never) as never,
            execute: async ({ context }: { context: unknown }) => execute(context as JsonObject),
          }),
        ]),
      ),
    });
    const onStepFinish = (step: unknown) => {
      for (const args of argumentsIn(step)) guard(args);
    };
    await agent.generate(prompt, { onStepFinish });
  },
};

/** The arguments of the tool calls, wherever this version puts them. */
function argumentsIn(step: unknown): readonly JsonObject[] {
  const { toolCalls = [] } = step as { toolCalls?: readonly { payload?: { args?: unknown }; args?: unknown }[] };
  return toolCalls.map((call) => call.payload?.args ?? call.args).filter(isJsonObject);
}
