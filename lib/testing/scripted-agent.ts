/** Raw signed messages of an Observed Agent (§4, §10), for tests that need to send exactly what a client never would. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Crypto } from "../core/crypto";
import { nobleCrypto } from "../core/crypto-noble";
import { fromPlainObject } from "../core/json/build";
import { utf8 } from "../core/json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import { sessionKey, signEnvelope, verifyEnvelope } from "../core/wire/signature";

export interface ScriptedIdentity {
  readonly agentId: string;
  readonly keyId: string;
  readonly secret: Uint8Array;
  readonly crypto?: Crypto;
  /** ms since the epoch; default the system clock */
  readonly now?: () => number;
}

/** What may differ from a well-formed message. `metadata` and `params` are merged over the defaults. */
export interface MessageOverrides {
  readonly id?: string | number;
  readonly requestId?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly metadata?: Record<string, unknown>;
  readonly params?: Record<string, unknown>;
}

export interface ScriptedSession {
  readonly sessionId: string;
  /** The HKDF session key (§10). */
  readonly key: Uint8Array;
  unsigned(method: string, payload: unknown, overrides?: MessageOverrides): JsonObject;
  sign(envelope: JsonObject, key?: Uint8Array, keyId?: string): JsonObject;
  message(method: string, payload: unknown, overrides?: MessageOverrides): JsonObject;
  hello(payload?: Record<string, unknown>, overrides?: MessageOverrides): JsonObject;
  /** True when the answer carries this session's signature at `result` or `error`. */
  verifies(answer: JsonValue): boolean;
}

export const CORE_METHODS = [
  "steps/sessionStart",
  "steps/userMessage",
  "steps/toolCallRequest",
  "steps/toolCallResult",
  "steps/agentResponse",
  "steps/sessionEnd",
] as const;

export const CLIENT_HELLO = {
  acs_versions_supported: ["0.1.0"],
  methods_implemented: [...CORE_METHODS],
  transports_supported: ["http"],
  provenance_producer: "none",
  profiles_supported: ["acs-core"],
};

/** One message per call, each signed under its session's own key; nothing is sent and nothing remembered. */
export function scriptedSession(agent: ScriptedIdentity, sessionId: string = randomUUID()): ScriptedSession {
  const crypto = agent.crypto ?? nobleCrypto;
  const now = agent.now ?? Date.now;
  const key = sessionKey(crypto, agent.secret, sessionId);

  const unsigned = (method: string, payload: unknown, over: MessageOverrides = {}): JsonObject => {
    const requestId = over.requestId ?? randomUUID();
    return fromPlainObject({
      jsonrpc: "2.0",
      method,
      id: over.id ?? requestId,
      params: {
        acs_version: "0.1.0",
        request_id: requestId,
        timestamp: over.timestamp ?? new Date(now()).toISOString(),
        nonce: over.nonce ?? randomBytes(24).toString("base64url"),
        metadata: { agent_id: agent.agentId, session_id: sessionId, ...over.metadata },
        payload,
        ...over.params,
      },
    });
  };
  const sign = (envelope: JsonObject, withKey = key, keyId = agent.keyId) =>
    signEnvelope(crypto, envelope, "params", withKey, keyId);
  const message = (method: string, payload: unknown, over?: MessageOverrides) => sign(unsigned(method, payload, over));

  return {
    sessionId,
    key,
    unsigned,
    sign,
    message,
    hello: (payload = {}, over) => message("handshake/hello", { ...CLIENT_HELLO, ...payload }, over),
    verifies: (answer) =>
      isJsonObject(answer) && verifyEnvelope(crypto, answer, "error" in answer ? "error" : "result", key).ok,
  };
}

// ── payloads ───────────────────────────────────────────────────────────────────────────────────────────────────────

export const userMessage = (text: string) => ({ content: [{ type: "text", value: text }] });
export const agentResponse = userMessage;

export const toolCall = (tool: string, args: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  tool: { name: tool },
  arguments: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, { value }])),
  ...more,
});

export const toolResult = (tool: string, requestIdRef: string, output: unknown, exitStatus = "success") => ({
  tool: { name: tool },
  exit_status: exitStatus,
  outputs: [{ value: output }],
  request_id_ref: requestIdRef,
  duration_ms: 1,
});

// ── tampering ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** The message with members of `params` replaced after signing; a value of `undefined` removes the member. */
export function tamperParams(message: JsonObject, changes: Record<string, unknown>): JsonObject {
  const params = isJsonObject(message.params) ? message.params : {};
  const merged = Object.entries({ ...params, ...changes }).filter(([, value]) => value !== undefined);
  return fromPlainObject({ ...message, params: Object.fromEntries(merged) });
}

/** The message with its signature's value (or any of its members) replaced. */
export function tamperSignature(message: JsonObject, changes: Record<string, unknown>): JsonObject {
  const params = isJsonObject(message.params) ? message.params : {};
  const signature = isJsonObject(params.signature) ? params.signature : {};
  return tamperParams(message, { signature: { ...signature, ...changes } });
}

/** A copy of the bytes with one bit of the byte at `index` flipped. */
export function flipByte(bytes: Uint8Array, index: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[index] = (copy[index] ?? 0) ^ 1;
  return copy;
}

export const messageBytes = (message: JsonValue): Uint8Array => utf8(JSON.stringify(message));
