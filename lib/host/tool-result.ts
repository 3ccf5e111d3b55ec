/** Delivers a toolCallResult (hook 10): offered again, each time as a new message, until the Guardian has answered it. */
import { fromPlainObject } from "../core/json/build";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import { err, ok, type Result } from "../core/result";
import { StepDenied } from "./failures";
import { pause } from "./lifetime";
import type { ExitStatus, StepRef } from "./records";
import { recoverAnswer } from "./recovery";
import { honour } from "./step";
import { type Decided, type StepContext, type StepInput, sendStep } from "./step-io";

export interface ToolResult {
  /** Payload of the request that was carried out. */
  readonly request: JsonObject;
  readonly step: StepRef;
  readonly exitStatus: ExitStatus;
  readonly output: JsonValue;
  readonly durationMs: number;
  readonly metadata?: Record<string, unknown>;
}

export interface Delivered {
  readonly output: JsonValue;
  readonly delivered: boolean;
}

const METHOD = "steps/toolCallResult";

/**
 * The output as the Guardian lets it through. Undeliverable is recorded, and the posture then decides about the output:
 * under `deny` it is withheld, because nobody judged it.
 */
export async function deliverResult(context: StepContext, result: ToolResult): Promise<Result<Delivered, StepDenied>> {
  const payload = resultPayload(result);
  const input = { method: METHOD, payload, metadata: result.metadata };
  if (!context.terms.methods.has(METHOD)) {
    context.record({ kind: "not_evaluated", method: METHOD });
    return ok({ output: result.output, delivered: false });
  }
  let delay = 200;
  let last: StepRef = result.step;
  for (let attempt = 1; attempt <= context.resultAttempts; attempt += 1) {
    const recovered = attempt === 1 ? null : await recoverAnswer(context, input);
    if (recovered !== null) return judged(context, { input, result }, recovered);
    const sent = await sendStep(context, input);
    last = sent.step;
    if (sent.judged.kind === "result") {
      return judged(context, { input, result }, { step: sent.step, result: sent.judged.result });
    }
    if (sent.judged.kind === "unusable") context.lost.add(sent.step, payload);
    if (attempt < context.resultAttempts) await pause(delay, context.lifetime);
    delay = Math.min(delay * 2, 5_000);
  }
  context.record({ kind: "result_undelivered", step: result.step, attempts: context.resultAttempts });
  return undelivered(context, last, result);
}

async function judged(
  context: StepContext,
  { input, result }: { input: StepInput; result: ToolResult },
  decided: Decided,
): Promise<Result<Delivered, StepDenied>> {
  context.record({ kind: "result_delivered", step: result.step, resultRequestId: decided.step.requestId });
  const honoured = await honour(context, input, decided);
  if (!honoured.ok) return err(asExecuted(honoured.failure, result));
  return ok({ output: outputOf(honoured.value.payload), delivered: true });
}

function undelivered(context: StepContext, step: StepRef, result: ToolResult): Result<Delivered, StepDenied> {
  const { posture } = context.terms;
  if (posture === "proceed") {
    context.record({ kind: "posture_applied", step, posture, outcome: "proceeded without decision" });
    return ok({ output: result.output, delivered: false });
  }
  context.record({ kind: "posture_applied", step, posture, outcome: "blocked without decision" });
  return err(
    new StepDenied({
      kind: "no_decision",
      ...step,
      reasoning: "The tool ran, but its result could not be delivered to the Guardian; the output is withheld.",
      reasonCodes: ["result_undelivered"],
      executed: result.exitStatus !== "blocked",
    }),
  );
}

function resultPayload(result: ToolResult): JsonObject {
  const { request } = result;
  return fromPlainObject({
    tool: request.tool,
    operation: request.operation,
    exit_status: result.exitStatus,
    outputs: result.exitStatus === "blocked" ? [] : [{ value: result.output }],
    request_id_ref: result.step.requestId || undefined,
    duration_ms: result.durationMs,
  });
}

function outputOf(payload: JsonObject): JsonValue {
  const first = Array.isArray(payload.outputs) ? payload.outputs[0] : undefined;
  return isJsonObject(first) ? (first.value ?? null) : null;
}

function asExecuted(denial: StepDenied, result: ToolResult): StepDenied {
  return new StepDenied({
    kind: denial.kind,
    method: denial.method,
    requestId: denial.requestId,
    reasoning: denial.message,
    reasonCodes: denial.reasonCodes,
    executed: result.exitStatus !== "blocked",
  });
}
