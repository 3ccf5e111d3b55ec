/** What is registered at start-up. */
import { Agent, getHandoff, RunContext } from "@openai/agents";
import type { AnyAgent } from "./any-agent";
import { reachable } from "./refused-parts";

/** Handoffs are tools to the model. MCP servers tell their tools now; one that comes later is refused. */
export async function toolNames(agent: AnyAgent, given: unknown): Promise<string[]> {
  const context = given instanceof RunContext ? given : new RunContext(given);
  const names: string[] = [];
  for (const one of reachable(agent)) {
    const tools = await Agent.prototype.getMcpTools.call(one, context as never);
    names.push(...one.tools.map(({ name }) => name), ...tools.map(({ name }) => name));
    names.push(...one.handoffs.map((next) => getHandoff(next as unknown as AnyAgent).toolName));
  }
  return [...new Set(names)];
}
