/** What the adapter of the OpenAI Agents SDK declares (§15): streams of a model are assembled, nothing out before its verdict. */
import type { Surface } from "../../../agent-hooks/hook-session";

export const OPENAI_AGENTS_SURFACE: Partial<Surface> = {
  capabilities: ["model_calls", "tool_calls", "parallel_tool_calls", "multi_turn", "streaming"],
  bufferedOutput: true,
};
