/** How a refusal is told to whoever sent or awaits the message: nothing of what was refused is in it. */
import { fromPlainObject } from "../../../core/json/build";
import type { JsonObject } from "../../../core/json/value";
import type { StepDenied } from "../../failures";
import { errorResponse, type RequestId } from "./message";

/** Of the range that JSON-RPC leaves to servers; `data.guardian` says more. */
export const GUARDIAN_DENIED = -32_050;
/** No decision came, so nothing passes. */
export const GUARDIAN_SILENT = -32_051;
export const NOT_CARRIED = -32_601;
export const OUT_OF_ORDER = -32_600;
export const CONNECTION_CLOSED = -32_000;

export interface Denial {
  readonly code: number;
  /** For people and models. */
  readonly text: string;
  /** `denied`, `undecided`, `no_decision` and so on. */
  readonly kind: string;
  readonly reasonCodes: readonly string[];
  readonly requestId: string | null;
  readonly approvalId: string | null;
}

export function denialOf(denied: StepDenied): Denial {
  const { kind, reasonCodes, requestId, approvalId } = denied;
  const code = kind === "no_decision" || kind === "session_ended" ? GUARDIAN_SILENT : GUARDIAN_DENIED;
  const codes = reasonCodes.length > 0 ? ` (${reasonCodes.join(", ")})` : "";
  return { code, text: `Blocked: ${denied.message}${codes}`, kind, reasonCodes, requestId, approvalId };
}

/** What the proxy refuses by itself. */
export const ownDenial = (kind: string, text: string, code = GUARDIAN_DENIED): Denial => ({
  code,
  text: `Blocked: ${text}`,
  kind,
  reasonCodes: [kind],
  requestId: null,
  approvalId: null,
});

export interface RefusedRequest {
  readonly originId: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

/**
 * The answer in place of the refused request's, or of its refused answer: a tool call's model reads it as a result, all
 * else gets an error. A task-augmented call awaits a task, so it gets an error too.
 */
export function denialAnswer(asked: RefusedRequest, denial: Denial): JsonObject {
  const guardian = fromPlainObject({
    kind: denial.kind,
    reason_codes: denial.reasonCodes,
    request_id: denial.requestId ?? undefined,
    approval_id: denial.approvalId ?? undefined,
  });
  if (asked.method !== "tools/call" || Object.hasOwn(asked.params, "task")) {
    const data = fromPlainObject({ guardian });
    return errorResponse(asked.originId, { code: denial.code, message: denial.text, data });
  }
  return fromPlainObject({
    jsonrpc: "2.0",
    id: asked.originId,
    result: { content: [{ type: "text", text: denial.text }], isError: true, _meta: { "guardian/denial": guardian } },
  });
}
