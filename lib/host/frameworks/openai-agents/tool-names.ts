/** What is registered at start-up. */
import { Agent, RunContext } from "@openai/agents";
import type { AnyAgent } from "./any-agent";
import { reachable } from "./refused-parts";

/** Handoffs are tools to the model. MCP servers tell their tools now; one that comes later is refused. */
export async function toolNames(agent: AnyAgent): Promise<string[]> {
  const names: string[] = [];
  for (const one of reachable(agent)) {
    const context = new RunContext() as never;
    const tools = await Agent.prototype.getMcpTools.call(one, context);
    names.push(...one.tools.map(({ name }) => name), ...tools.map(({ name }) => name));
    names.push(...(await one.getEnabledHandoffs(context)).map(({ toolName }) => toolName));
  }
  return [...new Set(names)];
}
