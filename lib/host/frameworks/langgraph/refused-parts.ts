/** Parts of an agent that the guard cannot stand in front of. An agent that has one refuses every call. */
import { Runnable } from "@langchain/core/runnables";
import type { CreateAgentParams } from "langchain";

/** Middleware of the framework that calls a model by itself. */
export const MODEL_CALLING_MIDDLEWARE: ReadonlySet<string> = new Set([
  "LLMToolSelector",
  "OpenAIModerationMiddleware",
  "SummarizationMiddleware",
  "ToolEmulatorMiddleware",
]);

/** The first reason to refuse, or null. */
export function refusedPart(params: CreateAgentParams): string | null {
  if (typeof (params as { invoke?: unknown }).invoke === "function") {
    return "a graph, agent or node that is already built: give the parameters of createAgent";
  }
  const middleware = params.middleware ?? [];
  const calling = middleware.find(({ name }) => MODEL_CALLING_MIDDLEWARE.has(name));
  if (calling) return `${calling.name}, which calls a model by itself`;
  const tools = [...(params.tools ?? []), ...middleware.flatMap((one) => one.tools ?? [])];
  if (!tools.every((tool) => Runnable.isRunnable(tool))) return "a tool that runs at the model's provider";
  return params.streamTransformers?.length || middleware.some((one) => one.streamTransformers?.length)
    ? "streamTransformers, which see events before their verdict"
    : null;
}
