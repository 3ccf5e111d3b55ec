/**
 * Which members of an agent's configuration and which options of a call a governed run takes. The lists are closed: what an
 * upgrade brings is refused until someone has said what it does to the contract.
 */

export const CONFIG: readonly string[] = [
  "defaultVNextStreamOptions",
  "description",
  "id",
  "instructions",
  "mastra",
  "maxRetries",
  "model",
  "name",
  "options",
  "tools",
];

/** Refused, with the reason; anything else unlisted is refused too. */
export const REFUSED_CONFIG: Readonly<Record<string, string>> = {
  agents: "sub-agents call their own models and tools",
  defaultGenerateOptions: "they belong to calls that are refused",
  defaultStreamOptions: "they belong to calls that are refused",
  evals: "metrics call models of their own",
  inputProcessors: "they change the request after its verdict, and may call models",
  memory: "it brings tools and calls embedding and title models",
  outputProcessors: "they change the answer after its verdict, and may call models",
  scorers: "they call models of their own",
  voice: "speech is a model call without a point",
  workflows: "their steps call models and tools",
};

/** Settings that only shape the request; what they hold reaches the model under `pre_model_call`. */
export const PASSED: readonly string[] = [
  "abortSignal",
  "activeTools",
  "context",
  "format",
  "instructions",
  "maxSteps",
  "modelSettings",
  "output",
  "prepareStep",
  "providerOptions",
  "runId",
  "runtimeContext",
  "stopWhen",
  "structuredOutput",
  "system",
  "telemetry",
  "toolChoice",
  "toolsets",
  "tracingContext",
  "tracingOptions",
];

/** Observers: called after the answer is permitted, in order, or never. */
export const HELD: readonly string[] = ["onAbort", "onChunk", "onError", "onFinish", "onStepFinish"];

/** The first member that cannot be governed, or null. */
export function refusedMember(members: object, known: readonly string[]): string | null {
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined && value !== null && !known.includes(name)) return name;
  }
  return null;
}
