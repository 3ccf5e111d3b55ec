/** One tool call of the graph between its two points. */
import { ToolMessage } from "@langchain/core/messages";
import type { ClientTool } from "@langchain/core/tools";
import { type Command, isCommand, isGraphBubbleUp } from "@langchain/langgraph";
import type { ToolCallHandler, ToolCallRequest } from "langchain";
import { sameJson } from "../../../agent-hooks/ctk/same-json";
import { findBlocked, type ToolCallAsked } from "../../../agent-hooks/hook-session";
import { RewrittenToolError } from "../../../agent-hooks/session/tool-call";
import type { JsonObject, JsonValue } from "../../../core/json/value";
import { plain } from "../plain";
import { contentOf } from "./messages";
import type { ActiveRun } from "./runs";
import { unseal } from "./seal";

export type ToolOutcome = ToolMessage | Command;

export interface GovernedToolCall {
  readonly run: ActiveRun;
  readonly request: ToolCallRequest;
  readonly handler: ToolCallHandler;
  /** Errors of the tool are for other middleware to handle; otherwise they become the framework's own tool message. */
  readonly throwToolErrors: boolean;
}

/**
 * Runs the real tool with the permitted arguments. A denied call or result becomes an error message for the model; what
 * ends the run, an interrupt and an abort are thrown.
 */
export async function governToolCall({
  run,
  request,
  handler,
  throwToolErrors,
}: GovernedToolCall): Promise<ToolOutcome> {
  const { toolCall, tool } = request;
  if (!toolCall.id) return run.turn.fail("pre_tool_call", "tool_call.id: absent");
  if (tool && !run.tools.has(toolCall.name)) {
    return run.turn.unsupported("pre_tool_call", `tool ${toolCall.name}: not there at start-up`);
  }
  const call: ToolCallAsked = { id: toolCall.id, name: toolCall.name, args: plain(toolCall.args) as JsonObject };
  run.guarded.set(call.id, timesGuarded(run, call.id) + 1);
  let outcome: ToolOutcome | undefined;
  try {
    const value = await run.turn.tool(call, async (args) => {
      outcome = await handler({ ...request, tool: detach(tool as ClientTool), toolCall: { ...toolCall, args } });
      return showOutcome(outcome);
    });
    return takeOutcome(value, outcome, call);
  } catch (thrown) {
    return errorOutcome(thrown, call, { run, throwToolErrors, failed: outcome });
  }
}

export const timesGuarded = ({ guarded }: ActiveRun, id: string | undefined): number => guarded.get(id ?? "") ?? 0;

/** The real tool without the callbacks of the run, which would see the result before its verdict. */
function detach(tool: ClientTool | undefined): ClientTool | undefined {
  if (tool === undefined) return undefined;
  const real = unseal(tool);
  const invoke = (input: never, config: object) => real.invoke(input, { ...config, callbacks: [] });
  return Object.create(real, { invoke: { value: invoke } }) as ClientTool;
}

class ToolFailed extends Error {
  override readonly name = "ToolFailed";
}

/** What is judged. Text that is exactly a JSON object or list is judged as that, so that rules can name its members. */
function showOutcome(outcome: ToolOutcome): JsonValue {
  if (isCommand(outcome)) return plain({ ...(outcome.toJSON() as object) });
  if (outcome.status === "error") throw new ToolFailed(textOf(outcome.content));
  const content = asJson(outcome.content);
  return outcome.artifact === undefined ? content : { content, artifact: plain(outcome.artifact) };
}

function asJson(content: unknown): JsonValue {
  if (typeof content !== "string" || !/^[[{]/.test(content)) return plain(content);
  try {
    const parsed = JSON.parse(content) as JsonValue;
    return JSON.stringify(parsed) === content ? parsed : content;
  } catch {
    return content;
  }
}

const textOf = (content: unknown) => (typeof content === "string" ? content : JSON.stringify(content));

/** The outcome itself when it was left alone; otherwise a message that has nothing of it. */
function takeOutcome(value: JsonValue, outcome: ToolOutcome | undefined, { id, name }: ToolCallAsked): ToolOutcome {
  if (outcome && sameJson(showOutcome(outcome), value)) return outcome;
  return new ToolMessage({ content: contentOf(value), tool_call_id: id, name });
}

interface Failure {
  readonly run: ActiveRun;
  readonly throwToolErrors: boolean;
  readonly failed: ToolOutcome | undefined;
}

function errorOutcome(
  thrown: unknown,
  { id, name }: ToolCallAsked,
  { run, throwToolErrors, failed }: Failure,
): ToolOutcome {
  const message = (content: string) => new ToolMessage({ content, tool_call_id: id, name, status: "error" });
  if (run.turn.fatal) throw run.turn.fatal;
  const blocked = findBlocked(thrown);
  if (blocked) return message(blocked.toolMessage);
  if (isGraphBubbleUp(thrown)) throw thrown;
  if (thrown instanceof ToolFailed && failed !== undefined) return failed;
  const { name: kind, message: text } = (thrown ?? {}) as Partial<Error>;
  if (throwToolErrors || kind === "AbortError") throw thrown;
  if (kind === "ToolInvocationError" || thrown instanceof RewrittenToolError) return message(text ?? "");
  // the framework's own words around the text that was judged
  return message(`${thrown}\n Please fix your mistakes.`);
}
