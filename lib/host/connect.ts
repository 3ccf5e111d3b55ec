/** Connects to a Guardian as one session: the keys, the handshake and what its steps share. Nothing is started yet. */
import type { Crypto } from "../core/crypto";
import { nobleCrypto } from "../core/crypto-noble";
import { fromPlainObject } from "../core/json/build";
import { err, ok, type Result } from "../core/result";
import { isPublicKeyAlgorithm, minTimeoutMs } from "../core/signing/algorithms";
import { hmacSigner } from "../core/signing/hmac-sha256";
import { sessionKey } from "../core/wire/signature";
import type { AnswerKeys } from "./answer-keys";
import { ACS_VERSION } from "./envelope";
import { Exchange } from "./exchange";
import { SessionRefused } from "./failures";
import { GuardianKeys, type GuardianTrust } from "./guardian-trust";
import { Lifetime } from "./lifetime";
import { LostSteps } from "./lost-steps";
import type { GuardianClientOptions, OpenOptions } from "./options";
import type { HostEvent } from "./records";
import { agreeTerms, checkServerHello, type Terms } from "./server-hello";
import { type Signer, secretBytes } from "./signers";
import type { StepContext } from "./step-io";

const HELLO_TIMEOUT_MS = 10_000;

interface SessionKeys {
  readonly signer: Signer;
  readonly answers: AnswerKeys;
}

export type Credentials =
  | { readonly secret: Uint8Array }
  | { readonly signer: Signer; readonly guardianKeys: GuardianTrust };

/** Throws TypeError on a secret that is too short or is no base64, and on missing keys: bugs in the caller's configuration. */
export function credentialsOf({ secret, signer, guardianKeys }: GuardianClientOptions): Credentials {
  if (secret !== undefined && signer === undefined) return { secret: secretBytes(secret) };
  if (secret !== undefined || signer === undefined) throw new TypeError("give either a secret or a signer");
  if (!isPublicKeyAlgorithm(signer.algorithm)) throw new TypeError("the signer names no public-key algorithm of ACS");
  if (guardianKeys === undefined) throw new TypeError("a signer needs guardianKeys, to check the answers with");
  return { signer, guardianKeys };
}

/** How one session signs, and what its answers are checked with. */
async function sessionKeys(
  options: GuardianClientOptions,
  credentials: Credentials,
  sessionId: string,
): Promise<Result<SessionKeys, SessionRefused>> {
  if ("secret" in credentials) {
    const crypto: Crypto = options.crypto ?? nobleCrypto;
    const key = sessionKey(crypto, credentials.secret, sessionId);
    const signer = hmacSigner(crypto, key);
    return ok({ signer, answers: { sessionKey: key } });
  }
  const { signer, guardianKeys } = credentials;
  const keys = new GuardianKeys(guardianKeys, options.fetch ?? globalThis.fetch);
  const read = await keys.read();
  if (!read.ok) return err(new SessionRefused("signature_invalid", read.failure));
  return ok({ signer, answers: { algorithm: signer.algorithm, guardianKeys: keys } });
}

export type ConnectOptions = OpenOptions & Required<Pick<OpenOptions, "methods">>;

export interface Connected {
  readonly sessionId: string;
  readonly context: StepContext;
}

/** The handshake. A failure means that there is no session, whatever the posture. */
export async function connect(
  options: GuardianClientOptions,
  credentials: Credentials,
  open: ConnectOptions,
): Promise<Result<Connected, SessionRefused>> {
  const sessionId = open.sessionId ?? globalThis.crypto.randomUUID();
  const clock = options.clock ?? Date.now;
  const record = recorder(options, sessionId, clock);
  const crypto: Crypto = options.crypto ?? nobleCrypto;
  const lifetime = new Lifetime();
  const keys = await sessionKeys(options, credentials, sessionId);
  if (!keys.ok) return keys;
  const exchange = new Exchange({
    url: options.url,
    keyId: options.keyId,
    ...keys.value,
    crypto,
    fetch: options.fetch ?? globalThis.fetch,
    lateMs: options.lateAnswerMs ?? 30_000,
    facts: { agentId: options.agentId, sessionId, clock, open },
    record,
    lifetime,
  });
  const agreed = await shakeHands(exchange, options, open);
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
  return ok({ sessionId, context });
}

async function shakeHands(
  exchange: Exchange,
  options: GuardianClientOptions,
  open: ConnectOptions,
): Promise<Result<Terms, SessionRefused>> {
  const { methods, wrappedProtocols } = open;
  const { judged } = await exchange.send({
    method: "handshake/hello",
    payload: fromPlainObject({
      acs_versions_supported: [ACS_VERSION],
      methods_implemented: methods,
      transports_supported: [options.url.startsWith("https:") ? "https" : "http"],
      provenance_producer: open.provenanceProducer ?? "none",
      profiles_supported: open.profiles ?? ["acs-core"],
      wrapped_protocols: wrappedProtocols,
      agent_hooks: open.agentHooks,
    }),
    timeoutMs: options.timeoutMs ?? Math.max(HELLO_TIMEOUT_MS, minTimeoutMs(exchange.algorithm)),
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
