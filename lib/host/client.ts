/** The Guardian client for agents: opens governed sessions over HTTP (§4, §10). Nothing is sent unsigned or believed unsigned. */
import type { Crypto } from "../core/crypto";
import { nobleCrypto } from "../core/crypto-noble";
import { fromBase64Strict, fromBase64UrlStrict } from "../core/encoding";
import { fromPlainObject } from "../core/json/build";
import { err, ok, type Result } from "../core/result";
import { sessionKey } from "../core/wire/signature";
import { ACS_VERSION } from "./envelope";
import { Exchange } from "./exchange";
import { SessionRefused } from "./failures";
import { Lifetime } from "./lifetime";
import { LostSteps } from "./lost-steps";
import type { GuardianClientOptions, OpenOptions } from "./options";
import type { HostEvent } from "./records";
import { agreeTerms, checkServerHello, type Terms } from "./server-hello";
import { createSession, type GuardianSession } from "./session";
import { takeStep } from "./step";

/** The ACS-Core floor of an agent that can call tools (W§22). */
export const DEFAULT_METHODS: readonly string[] = [
  "steps/sessionStart",
  "steps/userMessage",
  "steps/toolCallRequest",
  "steps/toolCallResult",
  "steps/agentResponse",
  "steps/sessionEnd",
];

const HELLO_TIMEOUT_MS = 10_000;
const MIN_SECRET_BYTES = 32;

export interface GuardianClient {
  /**
   * Handshake and sessionStart. A failure means that there is no session, whatever the posture: without negotiated
   * terms nothing may be done under their name.
   */
  open(options?: OpenOptions): Promise<Result<GuardianSession, SessionRefused>>;
}

/** Throws TypeError on a secret that is too short or is no base64: a bug in the caller's configuration. */
export function createGuardianClient(options: GuardianClientOptions): GuardianClient {
  const secret = secretBytes(options.secret);
  return { open: (open = {}) => openSession(options, secret, open) };
}

async function openSession(
  options: GuardianClientOptions,
  secret: Uint8Array,
  open: OpenOptions,
): Promise<Result<GuardianSession, SessionRefused>> {
  const sessionId = open.sessionId ?? globalThis.crypto.randomUUID();
  const clock = options.clock ?? Date.now;
  const record = recorder(options, sessionId, clock);
  const crypto: Crypto = options.crypto ?? nobleCrypto;
  const lifetime = new Lifetime();
  const exchange = new Exchange({
    url: options.url,
    keyId: options.keyId,
    key: sessionKey(crypto, secret, sessionId),
    crypto,
    fetch: options.fetch ?? globalThis.fetch,
    lateMs: options.lateAnswerMs ?? 30_000,
    facts: { agentId: options.agentId, sessionId, clock, open },
    record,
    lifetime,
  });
  const agreed = await shakeHands(exchange, options, open.methods ?? DEFAULT_METHODS);
  if (!agreed.ok) {
    record({ kind: "session_refused", cause: agreed.failure.reason, detail: agreed.failure.message });
    return agreed;
  }
  const terms = agreed.value;
  record({ kind: "session_opened", posture: terms.posture, methods: [...terms.methods] });
  const context = {
    exchange,
    terms,
    clock,
    record,
    lifetime,
    stopping: new Lifetime(),
    lost: new LostSteps(),
    resultAttempts: options.resultAttempts ?? 6,
  };
  const payload = fromPlainObject(open.sessionStart ?? {});
  const started = await takeStep(context, { method: "steps/sessionStart", payload });
  if (!started.ok) return err(new SessionRefused("session_denied", started.failure.message));
  return ok(createSession({ sessionId, context }));
}

async function shakeHands(
  exchange: Exchange,
  options: GuardianClientOptions,
  methods: readonly string[],
): Promise<Result<Terms, SessionRefused>> {
  const { judged } = await exchange.send({
    method: "handshake/hello",
    payload: fromPlainObject({
      acs_versions_supported: [ACS_VERSION],
      methods_implemented: methods,
      transports_supported: [options.url.startsWith("https:") ? "https" : "http"],
      provenance_producer: "none",
      profiles_supported: ["acs-core"],
    }),
    timeoutMs: options.timeoutMs ?? HELLO_TIMEOUT_MS,
  });
  if (judged.kind === "unusable") return err(new SessionRefused(judged.cause, judged.detail));
  if (judged.kind === "error") {
    return err(new SessionRefused("error_answer", `${judged.reason}: ${judged.message}`, judged.code));
  }
  const hello = checkServerHello(judged.result);
  if (!hello.ok) return err(new SessionRefused("answer_invalid", hello.failure));
  const agreed = agreeTerms({
    hello: hello.value,
    offered: methods,
    localPosture: options.posture ?? "deny",
    localTimeoutMs: options.timeoutMs,
  });
  return agreed.ok ? agreed : err(new SessionRefused("terms_unacceptable", agreed.failure));
}

function recorder(options: GuardianClientOptions, sessionId: string, clock: () => number) {
  return (event: HostEvent): void => {
    try {
      options.onRecord?.({ ...event, at: clock(), sessionId });
    } catch {
      // A broken sink must not turn an executed tool into a half-done step.
    }
  };
}

function secretBytes(secret: Uint8Array | string): Uint8Array {
  const bytes = typeof secret === "string" ? (fromBase64Strict(secret) ?? fromBase64UrlStrict(secret)) : secret;
  if (bytes === null) throw new TypeError("the secret is not base64");
  if (bytes.length < MIN_SECRET_BYTES) throw new TypeError(`the secret has fewer than ${MIN_SECRET_BYTES} bytes`);
  return bytes;
}
