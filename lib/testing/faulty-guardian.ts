/** Stands between a client and a genuine Guardian and spoils one thing; every answer that it changes is signed anew. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Identity, Target } from "../cli/conformance-acs/target";
import { fromPlainObject, memberAt, omit, withMember } from "../core/json/build";
import { canonicalBytes } from "../core/json/canonical";
import { readJson } from "../core/json/read";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import type { PublicKeyAlgorithm } from "../core/signing/algorithms";
import { sessionKey, signedBytes, withSignature } from "../core/wire/signature";
import { signAnswer } from "../guardian/sign-answer";
import { nodeCrypto } from "../server/crypto-node";
import type { World } from "./world";

interface Spoiling {
  readonly request: JsonObject;
  /** What the genuine Guardian answers, to this request or another one. */
  ask(request: JsonObject): Promise<JsonObject>;
  /** The request with other members of `params`, signed by its own agent again. */
  resigned(change: Record<string, unknown>): Promise<JsonObject>;
  /** The answer with other members of `result`, signed by the Guardian's hand again; undefined removes one. */
  answer(answer: JsonObject, change: Record<string, unknown>): Promise<JsonObject>;
}

type Fault = (spoiling: Spoiling) => Promise<JsonObject>;

const codeOf = (answer: JsonObject): JsonValue | undefined => memberAt(answer, "error", "code");
const decisionOf = (answer: JsonObject): JsonValue | undefined => memberAt(answer, "result", "decision");
const freshIds = () => ({ request_id: randomUUID(), nonce: randomBytes(24).toString("base64url") });

/** Restores the ids of the request that the client sent. */
const underOwnIds = async (spoiling: Spoiling, answer: JsonObject): Promise<JsonObject> =>
  "error" in answer
    ? answer
    : spoiling.answer(answer, { request_id: memberAt(spoiling.request, "params", "request_id") });

export const FAULTS = {
  "skips the skew check": async (spoiling) => {
    const answer = await spoiling.ask(spoiling.request);
    if (codeOf(answer) !== -32006) return answer;
    return spoiling.ask(await spoiling.resigned({ timestamp: new Date().toISOString() }));
  },
  "drops chain_hash": async (spoiling) => {
    const answer = await spoiling.ask(spoiling.request);
    return memberAt(answer, "result", "chain_hash") === undefined
      ? answer
      : spoiling.answer(answer, { chain_hash: undefined });
  },
  "takes ML-DSA with one flipped bit": async (spoiling) => {
    const answer = await spoiling.ask(spoiling.request);
    const isMlDsa = memberAt(spoiling.request, "params", "signature", "algorithm") === "ML-DSA-65";
    const value = memberAt(spoiling.request, "params", "signature", "value");
    // 3309 bytes: as long as a genuine one, so that only its bits can be wrong
    const isWhole = typeof value === "string" && Buffer.from(value, "base64").length === 3309;
    return codeOf(answer) === -32004 && isMlDsa && isWhole ? spoiling.ask(await spoiling.resigned({})) : answer;
  },
  "takes replays": async (spoiling) => {
    const answer = await spoiling.ask(spoiling.request);
    const isHello = spoiling.request.method === "handshake/hello";
    if (codeOf(answer) !== -32005 || isHello) return answer;
    return underOwnIds(spoiling, await spoiling.ask(await spoiling.resigned(freshIds())));
  },
  "turns denials into allows": async (spoiling) => {
    const answer = await spoiling.ask(spoiling.request);
    return decisionOf(answer) === "deny" ? spoiling.answer(answer, { decision: "allow" }) : answer;
  },
  "does not sign": async (spoiling) => {
    const answer = await spoiling.ask(spoiling.request);
    const { result, error } = answer;
    if (isJsonObject(result)) return withMember(answer, "result", omit(result, "signature"));
    return isJsonObject(error) ? withMember(answer, "error", omit(error, "signature")) : answer;
  },
  "answers under another request_id": async (spoiling) => {
    const answer = await spoiling.ask(spoiling.request);
    const isStep = decisionOf(answer) !== undefined && spoiling.request.method !== "system/ping";
    return isStep ? spoiling.answer(answer, { request_id: randomUUID() }) : answer;
  },
} as const satisfies { readonly [fault: string]: Fault };

/** A way to the Guardian of `w` with the fault in it. What is no single JSON object passes untouched. */
export function faulty(w: World, target: Target, fault: Fault): Target["post"] {
  const identities = [target.main, ...target.keys.values(), target.unable.modify, target.unable.ask];
  const byKey = new Map(identities.flatMap((one) => (one ? [[one.keyId, one] as const] : [])));
  const ask = async (request: JsonObject): Promise<JsonObject> =>
    objectIn(await w.guardian.handle(canonicalBytes(request)));
  return async (bytes) => {
    const read = readJson(bytes);
    if (!read.ok || !isJsonObject(read.value)) return w.guardian.handle(bytes);
    const request = read.value;
    const identity = byKey.get(String(memberAt(request, "params", "signature", "key_id")));
    const sessionId = String(memberAt(request, "params", "metadata", "session_id"));
    const spoiling: Spoiling = {
      request,
      ask,
      resigned: (change) => resign(request, change, { identity, sessionId }),
      answer: (answer, change) => signAgain(w, answer, { change, identity, sessionId }),
    };
    return canonicalBytes(await fault(spoiling));
  };
}

interface Who {
  readonly identity: Identity | undefined;
  readonly sessionId: string;
}

async function resign(request: JsonObject, change: Record<string, unknown>, { identity, sessionId }: Who) {
  if (!identity) return request;
  const params = isJsonObject(request.params) ? request.params : {};
  const envelope = fromPlainObject({ ...request, params: { ...omit(params, "signature"), ...change } });
  const value = await identity.signerFor(sessionId).sign(signedBytes(envelope, "params"));
  return withSignature(envelope, "params", { algorithm: identity.algorithm, keyId: identity.keyId, value });
}

/** By the Guardian's own hand, as the genuine answer was. */
async function signAgain(w: World, answer: JsonObject, { change, identity, sessionId }: Who & { change: object }) {
  const result = isJsonObject(answer.result) ? answer.result : {};
  const members = Object.entries({ ...result, ...change }).filter(([, value]) => value !== undefined);
  const envelope = fromPlainObject({ ...answer, result: Object.fromEntries(members) });
  // an answer that was not signed stays so
  if (!identity || result.signature === undefined) return envelope;
  const { secret, keyId, algorithm } = identity;
  const signer =
    secret !== undefined
      ? { algorithm: "HMAC-SHA256" as const, keyId, key: sessionKey(nodeCrypto, secret, sessionId) }
      : { algorithm: algorithm as PublicKeyAlgorithm };
  return objectIn(new TextEncoder().encode(await signAnswer(w.deps, { envelope, at: "result" }, signer)));
}

function objectIn(bytes: Uint8Array): JsonObject {
  const read = readJson(bytes);
  if (!read.ok || !isJsonObject(read.value)) throw new Error("the Guardian's answer is no JSON object");
  return read.value;
}
