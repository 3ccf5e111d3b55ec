/** `guardian/approval` (extension acs-approval/1): asks for the state of an approval, or for an answer that got lost. */
import { fromPlainObject } from "../core/json/build";
import { signingReserveMs } from "../core/signing/algorithms";
import { type ApprovalAnswer, checkApprovalAnswer } from "./approval-answer";
import type { StepContext } from "./step-io";

export interface ApprovalQuery {
  readonly approvalId?: string;
  /** A step's request_id, for the bytes of its answer. */
  readonly requestId?: string;
  /** How long the Guardian may hold the query while nothing changes, ms. */
  readonly waitMs: number;
}

export type Queried =
  | { readonly kind: "answer"; readonly answer: ApprovalAnswer }
  /** This Guardian has no such extension. */
  | { readonly kind: "unsupported" }
  | { readonly kind: "failed" };

const ANSWER_MARGIN_MS = 5_000;
const UNSUPPORTED_CODES = new Set([-32600, -32601, -32602, -32003]);

/** Given up when the session starts to end, if it waits for people; a look for a lost answer is not. */
export async function queryApproval(context: StepContext, query: ApprovalQuery): Promise<Queried> {
  const { judged } = await context.exchange.send({
    method: "guardian/approval",
    payload: fromPlainObject({ approval_id: query.approvalId, request_id: query.requestId, wait_ms: query.waitMs }),
    timeoutMs: query.waitMs + ANSWER_MARGIN_MS + signingReserveMs(context.exchange.algorithm),
    lifetime: query.waitMs > 0 ? context.stopping : context.lifetime,
  });
  if (judged.kind === "error") return { kind: UNSUPPORTED_CODES.has(judged.code) ? "unsupported" : "failed" };
  if (judged.kind !== "result") return { kind: "failed" };
  const checked = checkApprovalAnswer(judged.result);
  return checked.ok ? { kind: "answer", answer: checked.value } : { kind: "failed" };
}
