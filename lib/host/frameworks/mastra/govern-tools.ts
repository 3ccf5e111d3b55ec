/** Tools of Mastra, its own and those of the AI SDK, under both tool points. */
import { isVercelTool } from "@mastra/core/tools/is-vercel-tool";
import { isJsonObject } from "../../../core/json/value";
import { toPlain } from "../ai-messages";
import type { Turn } from "../turn";

interface AnyTool {
  readonly type?: string;
  readonly execute?: (given: never, options: CallOptions) => unknown;
  readonly [member: string]: unknown;
}

interface Given {
  readonly context?: unknown;
}

interface CallOptions {
  readonly toolCallId?: string;
  readonly [member: string]: unknown;
}

/** Hooks that run a tool's own code on the arguments before `pre_tool_call`. */
const EARLY = ["onInputStart", "onInputDelta", "onInputAvailable"];

/** Why a tool cannot be governed, or null. */
export function refusedTool(tool: object): string | null {
  const { type, execute, requireApproval } = tool as AnyTool;
  if (type === "provider" || type === "provider-defined") return "a tool that the provider runs";
  if (typeof execute !== "function") return "a tool without execute, whose calls would run elsewhere";
  if (requireApproval) return "a tool with requireApproval, whose run would be continued outside its session";
  const early = EARLY.find((name) => (tool as AnyTool)[name] !== undefined);
  return early ? `a tool with ${early}, which runs before its call is judged` : null;
}

export function governTool(turn: Turn, name: string, tool: object): object {
  const { execute } = tool as AnyTool;
  if (!execute) return tool;
  const isForeign = isVercelTool(tool as never);
  const judged = async (given: Given, options: CallOptions) => {
    const args = toPlain(isForeign ? given : given.context);
    const id = options?.toolCallId;
    if (!isJsonObject(args)) return turn.fail("pre_tool_call", "args: not an object");
    if (typeof id !== "string") return turn.fail("pre_tool_call", "tool_call.id: missing");
    return turn.tool({ id, name, args }, async (permitted) => {
      const allowed = withoutChannels(turn, options);
      const inputs = isForeign
        ? permitted
        : { ...given, context: permitted, writer: undefined, suspend: allowed.suspend };
      return plainResult(await execute.call(tool, inputs as never, allowed));
    });
  };
  const governed = (given: Given, options: CallOptions) => judged(given, options).catch(failedResult);
  // a copy of the same class, because Mastra looks at it
  return Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, { execute: governed });
}

/** What a tool writes beside its result would reach the caller unjudged, and a suspended run leaves its session. */
const withoutChannels = (turn: Turn, options: CallOptions): CallOptions => ({
  ...options,
  writableStream: undefined,
  suspend: () => turn.unsupported("post_tool_call", "suspend()"),
});

/**
 * An error in the form that Mastra gives to arguments of the wrong shape. What is thrown it would log with the arguments, and put
 * as an instance, with its causes, into the messages.
 */
const failedResult = (thrown: unknown) => ({
  error: true,
  message: thrown instanceof Error ? thrown.message : String(thrown),
});

const plainResult = (value: unknown) => (value === undefined ? null : toPlain(value));
