/** LangChain: a callback handler. What it throws is logged. */
import { HumanMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import { scriptedModel, scriptedTool } from "../frameworks/langgraph";
import type { NativeGuard } from "./native-guard";

export const langgraphNative: NativeGuard = {
  callback: "callbacks: [{ handleToolStart }]",
  async run({ prompt, tools, replies, guard }) {
    const agent = createAgent({ model: scriptedModel(replies), tools: tools.map(scriptedTool) });
    const handleToolStart = (_tool: unknown, input: string) => guard(JSON.parse(input));
    await agent.invoke({ messages: [new HumanMessage(prompt)] }, { callbacks: [{ handleToolStart }] });
  },
};
