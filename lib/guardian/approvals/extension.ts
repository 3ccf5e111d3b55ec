/** `guardian/approval` of acs-approval/1: how an agent learns an outcome. Authorises nothing by itself. */
import { fromPlainObject, member } from "../../core/json/build";
import { deferTerms } from "../../core/policy/escalation";
import { wireFailure } from "../../core/wire/codes";
import { resultEnvelope } from "../../core/wire/result";
import type { GuardianDeps } from "../deps";
import type { ApprovalRow } from "../ports";
import { signAnswer } from "../sign-answer";
import type { AdmittedExtension } from "../stages/admit";
import { answerRefusal, bytesOf } from "../stages/answer";
import { readFindings } from "./findings";
import { endReason, expire, isLapsed, isUndecided, LOOK_MS } from "./lapse";

interface Question {
  readonly approvalId?: string;
  readonly requestId?: string;
  readonly waitMs: number;
}

/** Waits up to `wait_ms` while the item is undecided, then says what it is. Unknown and foreign ids look alike. */
export async function answerExtension(
  deps: GuardianDeps,
  message: AdmittedExtension,
  closing: AbortSignal,
): Promise<Uint8Array> {
  const question = readQuestion(deps, message);
  if (!question) {
    const failure = wireFailure("payload_invalid", {
      field: "params.payload",
      message: "Names approval_id or request_id as text, and wait_ms as a whole number of at least 0.",
    });
    return answerRefusal(deps, { failure, id: message.id, signer: message.signer, context: message.context });
  }
  const until = message.receivedAt - (message.reserveMs ?? 0) + question.waitMs;
  let row = await find(deps, message, question);
  while (row && isUndecided(row) && deps.clock.now() < until && !closing.aborted) {
    const left = Math.min(until, row.expiresAt) - deps.clock.now();
    if (left <= 0) break;
    await deps.wakeups.wait(`approval:${row.id}`, Math.min(left, LOOK_MS), closing);
    row = await find(deps, message, question);
  }
  if (row && isLapsed(row, deps.clock.now())) row = await expire(deps, row);
  const answer = question.requestId ? await deps.store.answer(message.snapshot.session.key, question.requestId) : null;
  return bytesOf(await signed(deps, message, { row, answer }));
}

function readQuestion(deps: GuardianDeps, { request }: AdmittedExtension): Question | null {
  const { payload } = request.params;
  const approvalId = member(payload, "approval_id");
  const requestId = member(payload, "request_id");
  const wait = member(payload, "wait_ms") ?? 0;
  const isText = (value: unknown) => value === undefined || (typeof value === "string" && value.length <= 200);
  if (!isText(approvalId) || !isText(requestId) || (approvalId ?? requestId) === undefined) return null;
  if (typeof wait !== "number" || !Number.isInteger(wait) || wait < 0) return null;
  return {
    ...(typeof approvalId === "string" ? { approvalId } : {}),
    ...(typeof requestId === "string" ? { requestId: requestId.toLowerCase() } : {}),
    waitMs: Math.min(wait, deps.limits.maxPollMs),
  };
}

/** Only this session's own items: by id, or by the request that asked for or consumed them. */
async function find(deps: GuardianDeps, message: AdmittedExtension, question: Question): Promise<ApprovalRow | null> {
  const { key } = message.snapshot.session;
  if (question.approvalId !== undefined) {
    const row = await deps.store.approval(question.approvalId);
    return row?.sessionKey === key ? row : null;
  }
  const fresh = await deps.store.sessionByKey(key);
  return (
    fresh?.approvals.find(
      (row) => row.consumedRequestId === question.requestId || row.requestId === question.requestId,
    ) ?? null
  );
}

function signed(
  deps: GuardianDeps,
  message: AdmittedExtension,
  { row, answer }: { row: ApprovalRow | null; answer: string | null },
): string | Promise<string> {
  const state = row?.state ?? "unknown";
  const terminal = row === null ? undefined : endReason(row);
  const result = fromPlainObject({
    type: "final",
    acs_version: "0.1.0",
    request_id: message.request.params.request_id,
    extension: "acs-approval/1",
    state,
    ...(row ? { approval_id: row.id, action_digest: row.requestedDigest, expires_at: time(row.expiresAt) } : {}),
    ...(row?.kind === "defer" ? { kind: "defer", timeout_decision: timeoutDecision(row) } : {}),
    ...(row?.useBy && row.state === "approved" ? { use_by: time(row.useBy) } : {}),
    ...(row?.interceptionPoint ? { context_identity: row.contextIdentity } : {}),
    ...(terminal ? { reason_code: terminal } : {}),
    ...(row?.decisionReason && row.state === "rejected" ? { reason: row.decisionReason } : {}),
    ...(answer === null ? {} : { answer }),
  });
  return signAnswer(deps, { envelope: resultEnvelope(message.id, result), at: "result" }, message.signer);
}

/** What a send of the action after the time-out comes to: a denial, or a question for people. */
const timeoutDecision = (row: ApprovalRow): "ask" | "deny" => deferTerms(readFindings(row.findings)).timeout_decision;

const time = (ms: number): string => new Date(ms).toISOString();
