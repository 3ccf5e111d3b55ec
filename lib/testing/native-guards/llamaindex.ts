/** LlamaIndex: a listener of the callback manager. */

// the copy that the agents of @llamaindex/workflow tell of their tool calls; llamaindex brings another one
import { Settings } from "@llamaindex/core/global";
import { agent } from "@llamaindex/workflow";
import { FunctionTool } from "llamaindex";
import type { JsonObject } from "../../core/json/value";
import { ScriptedLlm } from "../frameworks/llamaindex";
import type { NativeGuard } from "./native-guard";

export const llamaIndexNative: NativeGuard = {
  callback: 'Settings.callbackManager.on("llm-tool-call")',
  async run({ prompt, tools, replies, guard }) {
    Settings.callbackManager.on("llm-tool-call", ({ detail }) => {
      const { input } = detail.toolCall;
      guard((typeof input === "string" ? JSON.parse(input) : input) as JsonObject);
    });
    const made = tools.map(({ name, description, parameters, execute }) =>
      FunctionTool.from((args: JsonObject) => execute(args) as never, { name, description, parameters } as never),
    );
    await agent({ llm: new ScriptedLlm(replies) as never, tools: made as never }).run(prompt);
  },
};
