/** One session of the runner with a target: builds, signs and sends messages, well-formed unless a check says otherwise. */
import { randomBytes, randomUUID } from "node:crypto";
import { fromPlainObject } from "../../core/json/build";
import { canonicalBytes } from "../../core/json/canonical";
import type { JsonObject } from "../../core/json/value";
import { readSignature, signedBytes, verifyMessage, withSignature } from "../../core/wire/signature";
import { nodeCrypto } from "../../server/crypto-node";
import { type Answer, answerOf, readValue } from "./answer";
import type { Identity, Target } from "./target";

/** What may differ from a well-formed message; `metadata` and `params` are merged over the usual members. */
export interface Overrides {
  readonly id?: unknown;
  readonly requestId?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly metadata?: Record<string, unknown>;
  readonly params?: Record<string, unknown>;
}

export class WireSession {
  readonly sessionId: string;
  readonly identity: Identity;
  readonly #target: Target;
  /** The ServerHello, once there is one. */
  terms: JsonObject = {};

  constructor(target: Target, identity: Identity, sessionId: string = randomUUID()) {
    this.#target = target;
    this.identity = identity;
    this.sessionId = sessionId;
  }

  build(method: string, payload: unknown, over: Overrides = {}): JsonObject {
    const requestId = over.requestId ?? randomUUID();
    return fromPlainObject({
      jsonrpc: "2.0",
      method,
      id: over.id ?? requestId,
      params: {
        acs_version: "0.1.0",
        request_id: requestId,
        timestamp: over.timestamp ?? new Date().toISOString(),
        nonce: over.nonce ?? randomBytes(24).toString("base64url"),
        metadata: { agent_id: this.identity.agentId, session_id: this.sessionId, ...over.metadata },
        payload,
        ...over.params,
      },
    });
  }

  async sign(envelope: JsonObject, by: Identity = this.identity): Promise<JsonObject> {
    const { algorithm, keyId } = by;
    const value = await by.signerFor(this.sessionId).sign(signedBytes(envelope, "params"));
    return withSignature(envelope, "params", { algorithm, keyId, value });
  }

  async post(envelope: JsonObject): Promise<Answer> {
    return answerOf(readValue(await this.#target.post(canonicalBytes(envelope))));
  }

  async send(method: string, payload: unknown, over: Overrides = {}): Promise<Answer> {
    return this.post(await this.sign(this.build(method, payload, over)));
  }

  /** True when the answer carries a signature of the session's algorithm that verifies over its canonical envelope. */
  verifies({ raw }: Answer): boolean {
    const at = "error" in raw ? "error" : "result";
    if (!("error" in raw || "result" in raw)) return false;
    const signature = readSignature(raw, at);
    if (!signature.ok || signature.value.algorithm !== this.identity.algorithm) return false;
    const key = this.identity.answerKey(this.sessionId, signature.value.keyId);
    return key !== undefined && verifyMessage(nodeCrypto, raw, at, key).ok;
  }
}
