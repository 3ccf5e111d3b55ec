/** The tool calls of one response, side by side, each behind its own pair of points. */
import { InterceptionBlocked, RunTerminated, type ToolCallAsked } from "../../../agent-hooks/hook-session";
import type { JsonValue } from "../../../core/json/value";
import type { LoopMessage, LoopTool } from "./agent";
import type { RunningTurn } from "./running-turn";

/** What the model is told, in the order of the calls. Throws the block that ends the run, after all calls have ended. */
export async function runTools(turn: RunningTurn, calls: readonly ToolCallAsked[]): Promise<readonly LoopMessage[]> {
  const settled = await Promise.allSettled(calls.map((call) => runTool(turn, call)));
  const failed = settled.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  return settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

async function runTool({ session, agent, options }: RunningTurn, call: ToolCallAsked): Promise<LoopMessage> {
  const said = (content: JsonValue): LoopMessage => ({ role: "tool", content, tool_call_id: call.id });
  const signal = options.signal ?? new AbortController().signal;
  try {
    return said(await session.tool(call, (args) => toolNamed(agent.tools, call.name).execute(args, signal)));
  } catch (thrown) {
    if (thrown instanceof RunTerminated) throw thrown;
    if (thrown instanceof InterceptionBlocked) return said(thrown.toolMessage);
    options.signal?.throwIfAborted();
    return said(`Error: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

/** A tool that the model made up is judged and recorded like any other, and fails. */
function toolNamed(tools: { readonly [name: string]: LoopTool } = {}, name: string): LoopTool {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!tool) throw new Error("there is no such tool");
  return tool;
}
