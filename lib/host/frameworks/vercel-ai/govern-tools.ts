/** Tools of the AI SDK under both tool points. What runs beside `execute` cannot be judged and is refused. */
import type { ToolSet } from "ai";
import { isJsonObject } from "../../../core/json/value";
import { toPlain } from "../ai-messages";
import type { Turn } from "../turn";

interface AnyTool {
  readonly type?: string;
  readonly execute?: (input: unknown, options: { readonly toolCallId: string }) => unknown;
  readonly [member: string]: unknown;
}

/** Hooks that run a tool's own code on the arguments before `pre_tool_call`. */
const EARLY = ["onInputStart", "onInputDelta", "onInputAvailable"];

/** Why a tool cannot be governed, or null. */
export function refusedTool(tool: object): string | null {
  const { type, execute, ...members } = tool as AnyTool;
  if (type === "provider" || type === "provider-defined") return "a tool that the provider runs";
  if (typeof execute !== "function") return "a tool without execute, whose calls would run elsewhere";
  const early = EARLY.find((name) => members[name] !== undefined);
  return early ? `a tool with ${early}, which runs before its call is judged` : null;
}

export function governTool(turn: Turn, name: string, tool: object): object {
  const { execute } = tool as AnyTool;
  if (!execute) return tool;
  return {
    ...tool,
    async execute(input: unknown, options: { readonly toolCallId: string }) {
      const args = toPlain(input);
      if (!isJsonObject(args)) return turn.fail("pre_tool_call", "args: not an object");
      const call = { id: options.toolCallId, name, args };
      return turn.tool(call, async (permitted) => last(await execute.call(tool, permitted, options)));
    },
  };
}

/** The same tools for a reader: calling one outside a run is refused. */
export function refusingTools<TOOLS extends ToolSet>(tools: TOOLS, refuse: (name: string) => Promise<never>): TOOLS {
  const entries = Object.entries(tools).map(([name, tool]) => [name, { ...tool, execute: () => refuse(name) }]);
  return Object.fromEntries(entries) as TOOLS;
}

/** A tool may yield preliminary results; only the last one is its result, and only that is judged and shown. */
async function last(result: unknown): Promise<unknown> {
  if (!isAsyncIterable(result)) return plainResult(result);
  let output: unknown;
  for await (const value of result) output = value;
  return plainResult(output);
}

const plainResult = (value: unknown) => (value === undefined ? null : toPlain(value));

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;
