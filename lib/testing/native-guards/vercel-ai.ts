/** Vercel AI SDK: a callback of `generateText`. */
import { generateText, jsonSchema, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { scriptedAiModel } from "../frameworks/scripted-ai-model";
import type { NativeGuard } from "./native-guard";

export const vercelAiNative: NativeGuard = {
  callback: "experimental_onToolCallStart",
  async run({ prompt, tools, replies, guard }) {
    const script = scriptedAiModel(replies, "v3");
    await generateText({
      model: new MockLanguageModelV3({ doGenerate: script.doGenerate, doStream: script.doStream }),
      prompt,
      stopWhen: stepCountIs(5),
      experimental_onToolCallStart: ({ toolCall }) => guard(toolCall.input as never),
      tools: Object.fromEntries(
        tools.map(({ name, description, parameters, execute }) => [
          name,
          tool({
            description,
            inputSchema: jsonSchema(parameters as object),
            execute: (args) => execute(args as never),
          }),
        ]),
      ),
    });
  },
};
