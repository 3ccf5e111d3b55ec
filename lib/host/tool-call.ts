/** One tool call from asking to reporting: request, honour, execute with the released arguments, result. */
import { fromPlain, fromPlainObject } from "../core/json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import { err, ok, type Result } from "../core/result";
import { argumentsOf } from "../core/wire/release";
import { type StepDenied, ToolFailed } from "./failures";
import type { ExitStatus, StepRef } from "./records";
import { takeStep } from "./step";
import type { Released, StepContext, StepOptions } from "./step-io";
import { deliverResult } from "./tool-result";

const REQUEST = "steps/toolCallRequest";

export interface ToolCall extends StepOptions {
  readonly tool: string | { readonly name: string; readonly version?: string; readonly provider?: string };
  /** Plain JSON values by argument name. */
  readonly arguments: Record<string, unknown>;
  readonly capability?: string;
  readonly operation?: string;
  readonly rawCommand?: string;
  readonly intent?: { readonly description?: string; readonly goal?: string };
}

export interface ToolOutcome {
  /** What the agent may use: the tool's output, or the Guardian's edit of it. */
  readonly output: JsonValue;
  /** What the tool was run with. */
  readonly arguments: JsonObject;
  readonly requestId: string;
  readonly decision: Released["decision"];
  readonly approvalId: string | null;
  /** The Guardian has the result in its chain. */
  readonly resultDelivered: boolean;
}

/** Runs the tool with exactly the released arguments. Throw to report a failure; a `TimeoutError` reports a timeout. */
export type Execute = (released: JsonObject) => unknown;

/**
 * Runs `execute` only when released, and at most once. Whatever then happens, a toolCallResult follows. A deny of the
 * result withholds the output (`executed` is true on the failure).
 */
export async function callTool(
  context: StepContext,
  call: ToolCall,
  execute: Execute,
): Promise<Result<ToolOutcome, StepDenied | ToolFailed>> {
  const payload = requestPayload(call);
  const released = await takeStep(context, { ...call, method: REQUEST, payload });
  if (!released.ok) {
    // The Guardian counts this step as released: tell it that nothing ran.
    if (released.failure.kind === "modification_refused") await reportBlocked(context, payload, released.failure);
    return released;
  }
  const args = argumentsOf(released.value.payload);
  if (args === null) throw new TypeError("a released tool call has arguments");
  return execution(context, { released: released.value, args, metadata: call.metadata }, execute);
}

interface Execution {
  readonly released: Released;
  readonly args: JsonObject;
  readonly metadata: ToolCall["metadata"];
}

async function execution(
  context: StepContext,
  { released, args, metadata }: Execution,
  execute: Execute,
): Promise<Result<ToolOutcome, StepDenied | ToolFailed>> {
  const step: StepRef = { method: REQUEST, requestId: released.requestId };
  const began = performance.now();
  const run = await runTool(execute, args);
  const durationMs = Math.round(performance.now() - began);
  context.record({ kind: "tool_executed", step, exitStatus: run.exitStatus, durationMs });
  const delivered = await deliverResult(context, {
    request: released.payload,
    step,
    exitStatus: run.exitStatus,
    output: run.output,
    durationMs,
    metadata,
  });
  const tool = toolName(released.payload);
  if (run.exitStatus !== "success") return err(new ToolFailed(tool, run.thrown));
  if (!delivered.ok) return delivered;
  return ok({
    output: delivered.value.output,
    arguments: args,
    requestId: released.requestId,
    decision: released.decision,
    approvalId: released.approvalId,
    resultDelivered: delivered.value.delivered,
  });
}

interface Run {
  readonly exitStatus: ExitStatus;
  readonly output: JsonValue;
  readonly thrown?: unknown;
}

async function runTool(execute: Execute, args: JsonObject): Promise<Run> {
  try {
    return { exitStatus: "success", output: outputValue(await execute(args)) };
  } catch (thrown) {
    const timedOut = thrown instanceof Error && thrown.name === "TimeoutError";
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { exitStatus: timedOut ? "timeout" : "failure", output: message, thrown };
  }
}

/** The tool has run, so its result is reported whatever it returned; what JSON cannot carry is named, not dropped. */
function outputValue(output: unknown): JsonValue {
  if (output === undefined) return null;
  try {
    return fromPlain(output);
  } catch {
    return `[a ${typeof output} that JSON cannot carry]`;
  }
}

function requestPayload(call: ToolCall): JsonObject {
  const args = Object.entries(call.arguments).filter(([, value]) => value !== undefined);
  return fromPlainObject({
    tool: typeof call.tool === "string" ? { name: call.tool } : call.tool,
    arguments: Object.fromEntries(args.map(([name, value]) => [name, { value }])),
    operation: call.operation,
    capability: call.capability,
    raw_command: call.rawCommand,
    intent: call.intent,
  });
}

function toolName(payload: JsonObject): string {
  return isJsonObject(payload.tool) && typeof payload.tool.name === "string" ? payload.tool.name : "tool";
}

async function reportBlocked(context: StepContext, request: JsonObject, denial: StepDenied): Promise<void> {
  const step: StepRef = { method: REQUEST, requestId: denial.requestId ?? "" };
  await deliverResult(context, { request, step, exitStatus: "blocked", output: null, durationMs: 0 });
}
