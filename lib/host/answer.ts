/** Decides whether bytes are the Guardian's answer to one particular message (§5, §10.2); nothing else is acted on. */
import type { Crypto } from "../core/crypto";
import { readJson } from "../core/json/read";
import { isJsonObject, type JsonObject } from "../core/json/value";
import { err, ok, type Result } from "../core/result";
import { checkResult } from "../core/wire/result";
import { type AnswerKeys, verifyAnswer } from "./answer-keys";
import { checkApprovalAnswer } from "./approval-answer";
import type { NoDecisionCause } from "./records";
import { checkServerHello } from "./server-hello";

export interface ExpectedAnswer {
  readonly requestId: string;
  readonly method: string;
  readonly keys: AnswerKeys;
}

export type Judged =
  /** Signed under this session's key, for this request, and well-formed for its method. */
  | { readonly kind: "result"; readonly result: JsonObject }
  /** The Guardian refused the message. Unsigned refusals are believed no further than a broken connection. */
  | { readonly kind: "error"; readonly code: number; readonly reason: string; readonly message: string }
  | { readonly kind: "unusable"; readonly cause: NoDecisionCause; readonly detail: string };

const RESPONSE_MEMBERS = new Set(["jsonrpc", "id", "result", "error"]);

/** Judges received bytes. Order: readable, ours (id), authentic (signature), ours again (request_id), well-formed. */
export function judgeAnswer(crypto: Crypto, bytes: Uint8Array, expected: ExpectedAnswer): Judged {
  const read = readJson(bytes);
  if (!read.ok) return unusable("unreadable_answer", read.failure.kind);
  const answer = read.value;
  if (!isJsonObject(answer) || answer.jsonrpc !== "2.0")
    return unusable("unreadable_answer", "not a JSON-RPC response");
  if (Object.keys(answer).some((member) => !RESPONSE_MEMBERS.has(member))) {
    return unusable("answer_invalid", "unknown member in the response");
  }
  if ("result" in answer === "error" in answer) return unusable("answer_invalid", "needs either result or error");
  return "error" in answer ? judgeError(crypto, answer, expected) : judgeResult(crypto, answer, expected);
}

function judgeError(crypto: Crypto, answer: JsonObject, expected: ExpectedAnswer): Judged {
  // A null id is legal when the Guardian could not read ours (§4).
  if (answer.id !== null && answer.id !== expected.requestId) return unusable("wrong_answer", "another JSON-RPC id");
  const error = answer.error;
  if (!isJsonObject(error) || typeof error.code !== "number" || typeof error.message !== "string") {
    return unusable("answer_invalid", "malformed error");
  }
  if ("signature" in error && !verifyAnswer(crypto, { envelope: answer, at: "error" }, expected.keys).ok) {
    return unusable("signature_invalid", "error signature");
  }
  const reason = isJsonObject(error.data) && typeof error.data.reason === "string" ? error.data.reason : "unspecified";
  return { kind: "error", code: error.code, reason, message: error.message };
}

function judgeResult(crypto: Crypto, answer: JsonObject, expected: ExpectedAnswer): Judged {
  if (answer.id !== expected.requestId) return unusable("wrong_answer", "another JSON-RPC id");
  const result = answer.result;
  if (!isJsonObject(result)) return unusable("answer_invalid", "result is not an object");
  const signature = verifyAnswer(crypto, { envelope: answer, at: "result" }, expected.keys);
  if (!signature.ok) return unusable("signature_invalid", signature.failure.reason);
  if (expected.method === "handshake/hello") {
    const hello = checkServerHello(result);
    return hello.ok ? { kind: "result", result } : unusable("answer_invalid", hello.failure);
  }
  if (typeof result.request_id !== "string" || result.request_id.toLowerCase() !== expected.requestId) {
    return unusable("wrong_answer", "another request_id");
  }
  const checked = checkerOf(expected.method)(result, expected);
  return checked.ok ? { kind: "result", result } : unusable("answer_invalid", checked.failure);
}

type Checker = (result: JsonObject, expected: ExpectedAnswer) => Result<unknown, string>;

function checkerOf(method: string): Checker {
  if (method === "guardian/approval") return checkApprovalAnswer;
  return method.startsWith("guardian/agentHooks/") ? checkHooksAnswer : checkStep;
}

/** What it says beyond its kind is read, and refused, by whoever asked. */
function checkHooksAnswer(result: JsonObject): Result<void, string> {
  const isOurs = result.type === "final" && result.extension === "agent-hooks/1";
  return isOurs ? ok(undefined) : err("agent-hooks/1 answer: extension");
}

function checkStep(result: JsonObject, expected: ExpectedAnswer): Result<void, string> {
  const checked = checkResult(result, expected.method);
  // An illegal MODIFY is still the Guardian's signed word: it is honoured as a denial (§6.3), not left to the posture.
  if (checked.ok || checked.failure.reason === "modifications_illegal") return ok(undefined);
  return err(checked.failure.message);
}

const unusable = (cause: NoDecisionCause, detail: string): Judged => ({ kind: "unusable", cause, detail });
