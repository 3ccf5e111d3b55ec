/** Every framework that has an adapter, loaded when it is needed: together they are large. */
import type { AdapterDriver } from "../adapter-driver";

/** By `agent.framework`, in the order of tables. */
export const ADAPTER_DRIVERS: { readonly [framework: string]: () => Promise<AdapterDriver> } = {
  reference: async () => (await import("./reference")).referenceDriver,
  langgraph: async () => (await import("./langgraph")).langgraphDriver,
  "openai-agents": async () => (await import("./openai-agents")).openAiAgentsDriver,
  "vercel-ai": async () => (await import("./vercel-ai")).vercelAiDriver,
  mastra: async () => (await import("./mastra")).mastraDriver,
  llamaindex: async () => (await import("./llamaindex")).llamaIndexDriver,
  mcp: async () => (await import("./mcp")).mcpDriver,
};
