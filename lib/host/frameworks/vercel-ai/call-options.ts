/**
 * Which options of the AI SDK's calls a governed run takes, and how. The lists are closed: an option that an upgrade brings is
 * refused until someone has said what it does to the contract.
 */

/** Settings that only shape the request; what they hold reaches the model under `pre_model_call`. */
export const PASSED: readonly string[] = [
  "abortSignal",
  "activeTools",
  "allowSystemInMessages",
  "callOptionsSchema",
  "enum",
  "experimental_activeTools",
  "experimental_context",
  "experimental_download",
  "experimental_include",
  "experimental_output",
  // a repaired call passes pre_tool_call like any other
  "experimental_repairToolCall",
  "experimental_telemetry",
  "experimental_toolApprovalSecret",
  "frequencyPenalty",
  "headers",
  "id",
  "instructions",
  "maxOutputTokens",
  "maxRetries",
  "messages",
  "mode",
  "options",
  "output",
  "presencePenalty",
  "prompt",
  "providerOptions",
  "schema",
  "schemaDescription",
  "schemaName",
  "seed",
  "stopSequences",
  "stopWhen",
  "system",
  "temperature",
  "timeout",
  "toolChoice",
  "topK",
  "topP",
];

/** Replaced by governed ones. */
export const WRAPPED: readonly string[] = ["experimental_prepareStep", "model", "prepareCall", "prepareStep", "tools"];

/** Observers: called after the answer is permitted, in order, or never. */
export const DEFERRED: readonly string[] = [
  "experimental_onStart",
  "experimental_onStepStart",
  "experimental_onToolCallFinish",
  "experimental_onToolCallStart",
  "onAbort",
  "onChunk",
  "onEnd",
  "onError",
  "onFinish",
  "onStart",
  "onStepFinish",
  "onStepStart",
];

/** Change the answer after its verdict, or hand out what was not judged. Listed for the reader; anything unlisted is refused. */
export const REFUSED: readonly string[] = [
  "_internal",
  "experimental_repairText",
  "experimental_transform",
  "includeRawChunks",
];

/** The first option that cannot be governed, or null. */
export function refusedOption(options: object): string | null {
  const known = new Set([...PASSED, ...WRAPPED, ...DEFERRED]);
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !known.has(name)) return name;
  }
  const { integrations } = ((options as { experimental_telemetry?: object }).experimental_telemetry ?? {}) as {
    integrations?: unknown;
  };
  // observers that cannot be held back
  return integrations === undefined ? null : "experimental_telemetry.integrations";
}
