/** A function tool between its two points. */
import { type FunctionTool, invokeFunctionTool, type RunContext, type Tool } from "@openai/agents";
import { sameJson } from "../../../agent-hooks/ctk/same-json";
import { findBlocked } from "../../../agent-hooks/hook-session";
import { RewrittenToolError } from "../../../agent-hooks/session/tool-call";
import type { JsonValue } from "../../../core/json/value";
import { plain } from "../plain";
import { argsOf, textOf } from "./items";
import type { RunScope } from "./run-scope";

type Details = Parameters<FunctionTool["invoke"]>[2];
type AnyFunctionTool = FunctionTool<unknown, never, unknown>;

/** What the SDK answers for a tool that threw, unless the tool has an `errorFunction` of its own. */
export const DEFAULT_TOOL_ERROR = "An error occurred while running the tool. Please try again.";

class ToolFailed extends Error {
  override readonly name = "ToolFailed";
}

/** Why a tool cannot be governed, or null. */
export function refusedTool(tool: Tool<never>): string | null {
  if (tool.type !== "function") return `${tool.name}: a ${tool.type} tool, which runs past its points`;
  if (typeof (tool as { on?: unknown }).on !== "function") return null;
  return `${tool.name}: an agent as a tool, which would run ungoverned; give the asTool() of a governed one`;
}

/** The time limit stays with the real tool, so that people may take longer to answer than the tool may run. */
export function governTool(tool: AnyFunctionTool, scope: RunScope): AnyFunctionTool {
  const invoke = (runContext: RunContext<unknown>, input: string, details?: Details) =>
    governedInvoke({ tool, scope, runContext, input, details });
  return Object.defineProperties({} as AnyFunctionTool, {
    ...Object.getOwnPropertyDescriptors(tool),
    invoke: { value: invoke, enumerable: true, configurable: true, writable: true },
    timeoutMs: { value: undefined, enumerable: true, configurable: true, writable: true },
  });
}

interface Invocation {
  readonly tool: AnyFunctionTool;
  readonly scope: RunScope;
  readonly runContext: RunContext<unknown>;
  readonly input: string;
  readonly details: Details;
}

/** A denied call or result is told to the model as the tool's output; what ends the run is thrown. */
async function governedInvoke({ tool, scope, runContext, input, details }: Invocation): Promise<unknown> {
  const { turn } = scope;
  if (!scope.tools.has(tool.name)) return turn.unsupported("pre_tool_call", `tool ${tool.name}: not there at start-up`);
  const id = details?.toolCall?.callId ?? scope.claimCall(tool.name);
  const args = argsOf(input);
  let output: unknown;
  try {
    const value = await turn.tool({ id, name: tool.name, args }, async (permitted) => {
      const given = sameJson(permitted, args) ? input : JSON.stringify(permitted);
      output = await invokeFunctionTool({ tool: tool as never, runContext, input: given, details });
      if (output === DEFAULT_TOOL_ERROR) throw new ToolFailed(DEFAULT_TOOL_ERROR);
      return shownOutput(output);
    });
    return sameJson(shownOutput(output), value) ? output : value;
  } catch (thrown) {
    return errorOutput(thrown, scope, tool);
  }
}

const shownOutput = (output: unknown): JsonValue => (output === undefined ? null : plain(output));

function errorOutput(thrown: unknown, { turn }: RunScope, { outputSchema }: AnyFunctionTool): unknown {
  if (turn.fatal) throw turn.fatal;
  const blocked = findBlocked(thrown);
  // a program that waits for a result of its own schema cannot be told anything else
  if (blocked && outputSchema !== undefined) throw blocked;
  if (blocked) return textOf(blocked.toolMessage);
  if (thrown instanceof ToolFailed || thrown instanceof RewrittenToolError) return thrown.message;
  throw thrown;
}
