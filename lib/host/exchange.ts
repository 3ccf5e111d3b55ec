/** Signs and sends the messages of one session and judges their answers; keeps the chain hint and the records. */
import type { Crypto } from "../core/crypto";
import { canonicalBytes } from "../core/json/canonical";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json/value";
import type { SignatureAlgorithm } from "../core/signing/algorithms";
import { signedBytes, withSignature } from "../core/wire/signature";
import { type Judged, judgeAnswer } from "./answer";
import type { AnswerKeys } from "./answer-keys";
import { buildEnvelope, type SessionFacts } from "./envelope";
import type { Lifetime } from "./lifetime";
import type { HostEvent, StepRef } from "./records";
import { decisionOf } from "./result-fields";
import type { Signer } from "./signers";
import { post } from "./transport";

export interface ExchangeDeps {
  readonly url: string;
  readonly keyId: string;
  readonly signer: Signer;
  readonly answers: AnswerKeys;
  readonly crypto: Crypto;
  readonly fetch: typeof fetch;
  readonly lateMs: number;
  readonly facts: SessionFacts;
  readonly record: (event: HostEvent) => void;
  /** Of the session. */
  readonly lifetime: Lifetime;
}

export interface Message {
  readonly method: string;
  readonly payload: JsonValue;
  readonly timeoutMs: number;
  readonly metadata?: Record<string, unknown>;
  /** Gives the message up early; default the end of the session. */
  readonly lifetime?: Lifetime;
}

export interface Exchanged {
  readonly step: StepRef;
  readonly judged: Judged;
}

const UNSIGNED: Judged = { kind: "unusable", cause: "transport_failed", detail: "the message could not be signed" };

export class Exchange {
  readonly #deps: ExchangeDeps;
  #hint: { readonly hash: string | null; readonly version: number } = { hash: null, version: 0 };

  constructor(deps: ExchangeDeps) {
    this.#deps = deps;
  }

  get algorithm(): SignatureAlgorithm {
    return this.#deps.signer.algorithm as SignatureAlgorithm;
  }

  /** The last chain head that the Guardian published to us, or null. */
  get chainHash(): string | null {
    return this.#hint.hash;
  }

  /** One message, one answer; never rejects. Nothing of an answer that does not verify is used. */
  async send(message: Message): Promise<Exchanged> {
    const deps = this.#deps;
    const requestId = globalThis.crypto.randomUUID();
    const step = { method: message.method, requestId };
    const sentUnder = this.#hint;
    const unsigned = buildEnvelope(deps.facts, {
      method: message.method,
      payload: message.payload,
      requestId,
      chainHash: sentUnder.hash,
      metadata: message.metadata ?? {},
    });
    const body = await this.#signed(unsigned);
    if (body === null) return { step, judged: UNSIGNED };
    const posted = await post({
      url: deps.url,
      body,
      timeoutMs: message.timeoutMs,
      lateMs: deps.lateMs,
      fetch: deps.fetch,
      lifetime: message.lifetime ?? deps.lifetime,
      onLate: (bytes) => this.#recordLate(step, bytes),
    });
    const judged: Judged =
      posted.kind === "bytes"
        ? await this.#judgeFresh(step, posted.bytes)
        : { kind: "unusable", cause: posted.cause, detail: posted.detail };
    if (judged.kind === "result") this.#advance(sentUnder.version, judged.result.chain_hash);
    return { step, judged };
  }

  /** Null when the signer fails. */
  async #signed(unsigned: JsonObject): Promise<Uint8Array | null> {
    const { signer, keyId } = this.#deps;
    const { algorithm } = this;
    try {
      const value = await signer.sign(signedBytes(unsigned, "params"));
      return canonicalBytes(withSignature(unsigned, "params", { algorithm, keyId, value }));
    } catch {
      return null;
    }
  }

  /** Where the Guardian's keys are fetched, an answer under a key that is new to us is judged with fresh ones. */
  async #judgeFresh(step: StepRef, bytes: Uint8Array): Promise<Judged> {
    const judged = this.judge(step, bytes);
    const { answers } = this.#deps;
    if (judged.kind !== "unusable" || judged.cause !== "signature_invalid" || "sessionKey" in answers) return judged;
    return (await answers.guardianKeys.readAgain()) ? this.judge(step, bytes) : judged;
  }

  /** Judges bytes as the answer to an earlier message of this session, wherever they came from. */
  judge(step: StepRef, bytes: Uint8Array): Judged {
    return judgeAnswer(this.#deps.crypto, bytes, { ...step, keys: this.#deps.answers });
  }

  /**
   * A head replaces the hint only when its request was sent under that hint. Of two answers that overlapped nobody here
   * knows which came later in the chain, and a hint that goes backwards is a chain_mismatch.
   */
  #advance(sentUnderVersion: number, head: JsonValue | undefined): void {
    if (typeof head !== "string" || sentUnderVersion !== this.#hint.version) return;
    this.#hint = { hash: head, version: sentUnderVersion + 1 };
  }

  #recordLate(step: StepRef, bytes: Uint8Array): void {
    const judged = this.judge(step, bytes);
    const decision = judged.kind === "result" && isJsonObject(judged.result) ? decisionOf(judged.result) : null;
    this.#deps.record({ kind: "late_answer", step, decision, outcome: "late decision ignored" });
  }
}
