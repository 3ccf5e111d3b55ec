/** Stage 3 for handshake/hello: opens a session with its terms, or refuses in the standard's order (ACS §4). */
import { member } from "../../core/json/build";
import { readJsonText } from "../../core/json/read";
import { isJsonObject, type JsonObject } from "../../core/json/value";
import { withinSkew } from "../../core/replay";
import { err, ok, type Result } from "../../core/result";
import { serialiseTerms, termsOf } from "../../core/session/terms";
import { minTimeoutMs, type SignatureAlgorithm } from "../../core/signing/algorithms";
import { inOrder } from "../../core/signing/registry";
import { type WireFailure, wireFailure } from "../../core/wire/codes";
import { type AcsRequest, parseRequest } from "../../core/wire/envelope";
import {
  type ClientHello,
  type HandshakeOffer,
  helloDigest,
  negotiate,
  parseClientHello,
  type ServerHello,
} from "../../core/wire/handshake";
import { resultEnvelope } from "../../core/wire/result";
import type { GuardianDeps } from "../deps";
import type { Policies } from "../policies";
import type { AgentRow, NewSession, SessionSnapshot } from "../ports";
import type { Refusal } from "../refusal";
import { signAnswer } from "../sign-answer";
import { replayed, reservationsOf, reserveOnly, sessionTerms } from "./admit";
import { bytesOf } from "./answer";
import type { Authenticated } from "./authenticate";

type HelloResult = Result<Uint8Array, Refusal>;

/** `policies` say whether provenance is required. */
export async function admitHello(deps: GuardianDeps, policies: Policies, message: Authenticated): Promise<HelloResult> {
  const agent = await deps.store.agent(message.key.agentKey);
  if (!agent) return refuse(message, wireFailure("session_refused"));
  const request = parseRequest(message.message);
  if (!request.ok) return refuse(message, request.failure);
  const { timestamp, metadata } = request.value.params;
  const time = withinSkew(timestamp, deps.clock.now(), agent.skewMs);
  if (!time.ok) return refuse(message, time.failure);
  const hello = parseClientHello(request.value.params.payload);
  if (!hello.ok) return refuse(message, hello.failure);
  const asked = { request: request.value, hello: hello.value };
  const known = await deps.store.session(message.tenantId, metadata.session_id.toLowerCase());
  if (known) return again(deps, message, { ...asked, known });
  const requiresProvenance = await provenanceRequired(policies, message.tenantId);
  return open(deps, message, { ...asked, agent, requiresProvenance });
}

interface Asked {
  readonly request: AcsRequest;
  readonly hello: ClientHello;
}

interface Opening extends Asked {
  readonly agent: AgentRow;
  readonly requiresProvenance: boolean;
}

const refuse = (message: Authenticated, failure: WireFailure): HelloResult =>
  err({ failure, id: message.id, signer: message.signer, context: message.context });

async function open(deps: GuardianDeps, message: Authenticated, asked: Opening): Promise<HelloResult> {
  const { agent, request, hello } = asked;
  const { metadata } = request.params;
  if (metadata.agent_id !== agent.agentId) {
    return refuse(message, wireFailure("agent_not_bound", { field: "params.metadata.agent_id" }));
  }
  if (agent.disabled) return refuse(message, wireFailure("agent_disabled"));
  const { state, algorithm } = message.key;
  if (state !== "active" || !agent.allowedAlgorithms.includes(algorithm)) {
    return refuse(message, wireFailure("key_retired"));
  }
  const terms = negotiate(hello, offerOf(deps, asked, algorithm));
  if (!terms.ok) return refuse(message, terms.failure);
  const answer = await signedHello(deps, message, terms.value);
  const opened = await deps.journal.openSession(newSession(deps, message, { ...asked, terms: terms.value, answer }));
  if (opened.kind === "committed") return ok(bytesOf(answer));
  const winner =
    opened.kind === "exists" ? await deps.store.session(message.tenantId, metadata.session_id.toLowerCase()) : null;
  return winner
    ? again(deps, message, { request, hello, known: winner })
    : refuse(message, wireFailure("store_failed"));
}

const offerOf = (
  { capabilities }: GuardianDeps,
  { agent, requiresProvenance }: Opening,
  algorithm: SignatureAlgorithm,
): HandshakeOffer => ({
  version: "0.1.0",
  capabilities,
  requiredMethods: agent.requiredMethods,
  requiresProvenance,
  timeoutMs: agent.timeoutMs,
  minTimeoutMs: minTimeoutMs(algorithm),
  skewMs: agent.skewMs,
  onDecisionFailure: agent.onDecisionFailure,
  approverTypes: ["human", "service"],
  signatureAlgorithms: inOrder(agent.allowedAlgorithms),
  algorithm,
});

/** Without a policy that loads nobody can tell; the session opens all the same, and its steps are denied until one does. */
async function provenanceRequired(policies: Policies, tenantId: string): Promise<boolean> {
  const bundle = await policies.current(tenantId, true);
  return bundle.ok && bundle.value.paradigms.require_provenance === true;
}

/** A second hello never changes terms: the same one gets the same answer again, any other is refused (W§17.3). */
async function again(
  deps: GuardianDeps,
  message: Authenticated,
  { request, hello, known }: Asked & { known: SessionSnapshot },
): Promise<HelloResult> {
  const bound = { ...message, context: { ...message.context, sessionKey: known.session.key } };
  if (known.session.agentKey !== message.key.agentKey) return refuse(bound, wireFailure("already_negotiated"));
  if (known.session.helloRequestId === request.params.request_id.toLowerCase()) {
    return refuse(bound, replayed("request_id"));
  }
  const replay = await reserveOnly(deps, { snapshot: known, reservations: reservationsOf(request) });
  if (replay) return refuse(bound, replay);
  const same =
    known.session.state === "open" &&
    known.session.keyId === message.key.keyId &&
    known.agent.agentId === request.params.metadata.agent_id &&
    sessionTerms(known).hello_digest === helloDigest(deps.crypto, hello);
  if (!same) return refuse(bound, wireFailure("already_negotiated"));
  return ok(bytesOf(await signedHello(deps, message, storedHello(known))));
}

function storedHello({ session }: SessionSnapshot): JsonObject {
  const stored = readJsonText(session.helloAnswer);
  const result = stored.ok ? member(stored.value, "result") : undefined;
  if (!isJsonObject(result)) throw new Error(`hello answer of ${session.key} cannot be read`);
  return result;
}

function signedHello(deps: GuardianDeps, message: Authenticated, hello: JsonObject): string | Promise<string> {
  return signAnswer(deps, { envelope: resultEnvelope(message.id, hello), at: "result" }, message.signer);
}

function newSession(
  deps: GuardianDeps,
  message: Authenticated,
  made: Asked & { agent: AgentRow; terms: ServerHello; answer: string },
): NewSession {
  const { metadata, request_id } = made.request.params;
  const key = `ses_${deps.ids.uuid()}`;
  return {
    session: {
      key,
      tenantId: message.tenantId,
      sessionId: metadata.session_id,
      agentKey: made.agent.key,
      keyId: message.key.keyId,
      terms: serialiseTerms(termsOf(deps.crypto, made.hello, made.terms)),
      helloRequestId: request_id.toLowerCase(),
      helloAnswer: made.answer,
    },
    reservations: reservationsOf(made.request),
    request: message.text,
    audits: [
      {
        actorKind: "agent",
        actorId: made.agent.agentId,
        action: "session.opened",
        subject: `session:${key}`,
        sessionKey: key,
      },
    ],
    events: [{ topic: "sessions", ref: key }],
  };
}
