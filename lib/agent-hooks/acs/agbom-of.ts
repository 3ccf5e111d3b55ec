/** The AgBOM that a session can tell from the names of its tools alone. */
import type { AgentContext } from "../types";

/** What the contract does not carry is said to be unknown, never made up. */
export function agbomOf(context: AgentContext, tools: readonly string[]): object {
  return {
    agent: { id: context.agent.id },
    components: [...new Set(tools)].map((name) => ({
      id: `tool:${name}`,
      type: "tool",
      name,
      version: "unknown",
      provider: "unknown",
      tool_fields: { capability: "unknown" },
    })),
  };
}
