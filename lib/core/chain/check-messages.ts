/** Compares the stored request and answer of a step with what its ContextEntry commits to (§8.1 and ours). */
import type { Crypto } from "../crypto";
import { member, memberAt } from "../json/build";
import { isJsonObject, type JsonObject } from "../json/value";
import { INTERCEPT, RESOLVE } from "../wire/agent-hooks";
import { foldUuid } from "../wire/shapes";
import { isDerivedStepId } from "./derived-step";
import { decisionHash, requestHash } from "./entry";

/** What is wrong with one stored message, null when it fits. */
export type MessageFault = string | null;

const fold = (value: unknown): string => (typeof value === "string" ? foldUuid(value) : "");

/** `request` is null when its stored text is not readable. */
export function requestFault(c: Crypto, entry: JsonObject, request: JsonObject | null): MessageFault {
  const params = member(request ?? undefined, "params");
  if (request === null || !isJsonObject(params)) return "the stored request is not readable";
  const committed = member(entry, "request_hash");
  if (committed === undefined) return "the entry commits to no request, yet one is stored with it";
  if (committed !== requestHash(c, params)) return "the stored request does not hash to request_hash";
  if (member(request, "jsonrpc") !== "2.0") return "the stored request is no JSON-RPC 2.0 request";
  return originFault(c, entry, request);
}

/**
 * The message must be the step itself, or one that this Guardian makes steps of (decision 0040): a resolver's question is
 * the release of the tool call that it names, an intercepted context becomes the steps that derive from its request_id.
 */
function originFault(c: Crypto, entry: JsonObject, request: JsonObject): MessageFault {
  const method = member(request, "method");
  const step = fold(member(entry, "step_id"));
  const id = fold(memberAt(request, "params", "request_id"));
  if (method === INTERCEPT)
    return isDerivedStepId(c, id, step) ? null : "the entry's step does not derive from the stored context";
  const isRelease = method === RESOLVE && member(entry, "step_type") === "steps/toolCallRequest";
  if (method !== member(entry, "step_type") && !isRelease) return "the stored request has another method";
  if (isRelease && member(entry, "approval_id") !== askedApproval(request))
    return "the stored request asks for another approval";
  return id === step ? null : "the stored request has another request_id";
}

const askedApproval = (request: JsonObject) =>
  memberAt(request, "params", "payload", "request", "verdict", "approval", "approval_id");

/** `isHead` tells the hashes that this answer may publish as the chain head. */
export function decisionFault(
  c: Crypto,
  entry: JsonObject,
  { response, isHead }: { readonly response: JsonObject | null; readonly isHead: (head: string) => boolean },
): MessageFault {
  const result = member(response ?? undefined, "result");
  if (response === null || !isJsonObject(result)) return "the stored answer is not readable";
  const committed = member(entry, "decision_hash");
  if (committed === undefined) return "the entry commits to no answer, yet one is stored with it";
  if (committed !== decisionHash(c, result)) return "the stored answer does not hash to decision_hash";
  const word = member(entry, "decision");
  if (word !== undefined && word !== member(result, "decision")) return "the stored answer has another disposition";
  const head = member(result, "chain_hash");
  if (head !== undefined && !(typeof head === "string" && isHead(head))) {
    return "the stored answer publishes a head that is not in the chain";
  }
  return member(response, "jsonrpc") === "2.0" ? null : "the stored answer is no JSON-RPC 2.0 response";
}

/**
 * The JSON-RPC ids of both messages must be equal; only the messages' own signatures cover them. Says which of the two
 * was changed where that can be told: clients often use the request_id as id.
 */
export function idFault(request: JsonObject, response: JsonObject): "request_mismatch" | "decision_mismatch" | null {
  const asked = member(request, "id");
  const answered = member(response, "id");
  if (asked === answered) return null;
  return asked === memberAt(request, "params", "request_id") ? "decision_mismatch" : "request_mismatch";
}
