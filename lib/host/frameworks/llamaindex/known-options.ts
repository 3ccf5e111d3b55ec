/** Which parameters of an agent and which options of a run can be governed. The lists are closed. */

const PARAMS = ["description", "llm", "logger", "memory", "name", "systemPrompt", "timeout", "tools", "verbose"];

/** The first parameter that cannot be governed, with the reason, or null. */
export function refusedParam(params: object): string | null {
  const { memory, llm, tools } = params as { memory?: object; llm?: object; tools?: readonly object[] };
  const unknown = firstUnknown(params, PARAMS);
  if (unknown) return `the parameter ${unknown}`;
  if (memory && !isPlainMemory(memory)) return "memory: its blocks call models of their own";
  if (llm && !(llm as { supportToolCall?: boolean }).supportToolCall) return "llm: without tool calls";
  const withoutCall = tools?.some((tool) => typeof (tool as { call?: unknown }).call !== "function");
  return withoutCall ? "a tool without call" : null;
}

/** `state` and `responseFormat` bring calls and messages of their own. */
export function refusedOption(options: object): string | null {
  const unknown = firstUnknown(options, ["chatHistory"]);
  return unknown ? `the option ${unknown}` : null;
}

/** Blocks that extract facts or look up vectors call models; a memory that cannot show its blocks may have some. */
function isPlainMemory(memory: object): boolean {
  const { memoryBlocks } = memory as { memoryBlocks?: unknown };
  return Array.isArray(memoryBlocks) && memoryBlocks.length === 0;
}

function firstUnknown(members: object, known: readonly string[]): string | null {
  const found = Object.entries(members).find(([name, value]) => value !== undefined && !known.includes(name));
  return found?.[0] ?? null;
}
