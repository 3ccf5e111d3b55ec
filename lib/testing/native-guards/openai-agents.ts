/** OpenAI Agents: a listener of the runner. */
import { Agent, Runner } from "@openai/agents";
import { ScriptedSdkModel, scriptedSdkTool } from "../frameworks/openai-agents";
import type { NativeGuard } from "./native-guard";

export const openAiAgentsNative: NativeGuard = {
  callback: 'runner.on("agent_tool_start")',
  async run({ prompt, tools, replies, guard }) {
    const agent = new Agent({
      name: "Agent",
      model: new ScriptedSdkModel(replies),
      tools: tools.map((one) => scriptedSdkTool(one)),
    });
    const runner = new Runner({ tracingDisabled: true });
    runner.on("agent_tool_start", (_context, _agent, _tool, { toolCall }) => {
      if ("arguments" in toolCall && typeof toolCall.arguments === "string") guard(JSON.parse(toolCall.arguments));
    });
    await runner.run(agent, prompt);
  },
};
