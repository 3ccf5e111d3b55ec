/** The native callback of each framework that has one, loaded when it is needed. */
import type { NativeGuard } from "./native-guard";

/** By `agent.framework`. */
export const NATIVE_GUARDS: { readonly [framework: string]: () => Promise<NativeGuard> } = {
  langgraph: async () => (await import("./langgraph")).langgraphNative,
  "openai-agents": async () => (await import("./openai-agents")).openAiAgentsNative,
  "vercel-ai": async () => (await import("./vercel-ai")).vercelAiNative,
  mastra: async () => (await import("./mastra")).mastraNative,
  llamaindex: async () => (await import("./llamaindex")).llamaIndexNative,
};
