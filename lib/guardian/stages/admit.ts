/** Stage 3: may this message be judged here? Envelope, time, session, bindings, method, payload — in agt-go's order. */

import type { JsonObject } from "../../core/json/value";
import { withinSkew } from "../../core/replay";
import { err, ok, type Result } from "../../core/result";
import { parseTerms, type SessionTerms } from "../../core/session/terms";
import { type WireFailure, wireFailure } from "../../core/wire/codes";
import { type AcsRequest, parseExtensionRequest, parseRequest } from "../../core/wire/envelope";
import type { Hook } from "../../core/wire/hooks/hook";
import { hookFor } from "../../core/wire/hooks/registry";
import { checkPayload } from "../../core/wire/payload";
import type { GuardianDeps } from "../deps";
import type { SessionSnapshot, StepPlan } from "../ports";
import type { Refusal } from "../refusal";
import type { Snapshots } from "../snapshots";
import type { Authenticated } from "./authenticate";

export interface AdmittedStep extends Authenticated {
  readonly request: AcsRequest;
  readonly hook: Hook;
  readonly terms: SessionTerms;
  /** As cached; every run of the later stages takes a current one. */
  readonly snapshot: SessionSnapshot;
  readonly reservations: StepPlan["reservations"];
  /** Set where a live Guardian already knows the answer: a signed denial that writes no entry (W§17.3). */
  readonly boundTo?: "key_not_bound" | "agent_id_not_bound";
  /** Set on a step that the Guardian made out of another message (decision 0040); its entry commits to that message. */
  readonly derivedFrom?: DerivedFrom;
}

export interface DerivedFrom {
  /** As received. */
  readonly params: JsonObject;
  readonly text: string;
  /** The approval whose one release this step is. */
  readonly releases?: string;
  /** For its result to find it by. */
  readonly callRef?: string;
}

export function reservationsOf(request: AcsRequest): StepPlan["reservations"] {
  const { request_id, nonce } = request.params;
  const id = { kind: "request_id" as const, value: request_id.toLowerCase() };
  return nonce === undefined ? [id] : [id, { kind: "nonce" as const, value: nonce }];
}

export async function admitStep(
  deps: GuardianDeps,
  snapshots: Snapshots,
  message: Authenticated,
): Promise<Result<AdmittedStep, Refusal>> {
  const refuse = (failure: WireFailure, sessionKey: string | null = null) =>
    err({ failure, id: message.id, signer: message.signer, context: { ...message.context, sessionKey } });
  const envelope = parseRequest(message.message);
  if (!envelope.ok) return refuse(envelope.failure);
  const { metadata } = envelope.value.params;
  const snapshot = await snapshots.get(message.tenantId, metadata.session_id.toLowerCase());
  if (!snapshot) return refuse(wireFailure("session_missing", { data: { method: message.method } }));
  const sessionKey = snapshot.session.key;
  if (snapshot.session.agentKey !== message.key.agentKey) {
    return refuse(wireFailure("key_not_bound"), sessionKey);
  }
  const terms = sessionTerms(snapshot);
  const time = withinSkew(envelope.value.params.timestamp, message.receivedAt, terms.skew_window_ms);
  if (!time.ok) return refuse(time.failure, sessionKey);
  const step = {
    ...message,
    context: { ...message.context, sessionKey },
    request: envelope.value,
    terms,
    snapshot,
    reservations: reservationsOf(envelope.value),
  };
  const refused = await checkTerms(deps, step);
  if (!refused.ok) return refused;
  return ok({ ...step, hook: refused.value, boundTo: binding(step, snapshot) });
}

function binding(message: Authenticated & { request: AcsRequest }, snapshot: SessionSnapshot) {
  if (snapshot.session.keyId !== message.key.keyId) return "key_not_bound" as const;
  if (snapshot.agent.agentId !== message.request.params.metadata.agent_id) return "agent_id_not_bound" as const;
  return undefined;
}

type Unchecked = Omit<AdmittedStep, "hook" | "boundTo">;

/** Refusals that remember the request_id: a repeat of a refused message is a replay (W§17.3). */
async function checkTerms(deps: GuardianDeps, step: Unchecked): Promise<Result<Hook, Refusal>> {
  const refuse = async (failure: WireFailure): Promise<Result<Hook, Refusal>> => {
    const replay = await reserveOnly(deps, step);
    const told = replay?.kind === "replay_detected" ? replay : failure;
    return err({ failure: told, id: step.id, signer: step.signer, context: step.context });
  };
  if (!deps.capabilities.transports.includes(step.terms.transport)) {
    return refuse(wireFailure("transport_not_negotiated", { data: { method: step.method } }));
  }
  const hook = hookFor(step.method);
  if (!hook || !step.terms.methods_evaluated.includes(step.method)) {
    return refuse(wireFailure("capability_not_negotiated", { data: { method: step.method } }));
  }
  if (major(step.request.params.acs_version) !== major(step.terms.negotiated_version)) {
    return refuse(
      wireFailure("unsupported_version", {
        field: "params.acs_version",
        data: { supported_versions: [step.terms.negotiated_version] },
      }),
    );
  }
  const payload = checkPayload(hook, step.request.params.payload, step.terms.provenance);
  return payload.ok ? ok(hook) : refuse(payload.failure);
}

/** Null when reserved; `replay_detected` when the id was used before, `store_failed` when nobody can tell. */
export async function reserveOnly(
  deps: GuardianDeps,
  step: { readonly snapshot: SessionSnapshot; readonly reservations: StepPlan["reservations"] },
): Promise<WireFailure | null> {
  const { session } = step.snapshot;
  const outcome = await deps.journal.commit({
    tenantId: session.tenantId,
    sessionKey: session.key,
    requireOpen: false,
    reservations: step.reservations,
    moves: [],
    newApprovals: [],
    votes: [],
    presentations: [],
    entries: [],
    audits: [],
    events: [],
  });
  if (outcome.kind === "replay") return replayed(outcome.which);
  return outcome.kind === "committed" ? null : wireFailure("store_failed");
}

export const replayed = (which: "request_id" | "nonce"): WireFailure =>
  wireFailure("replay_detected", { field: `params.${which}` });

const KEPT_TERMS = 500;
const readTerms = new Map<string, SessionTerms>();

/** Terms are written by this Guardian; unreadable ones are a defect, not a client's fault. */
export function sessionTerms({ session }: SessionSnapshot): SessionTerms {
  // sessions of one agent mostly have the very same terms, and every step needs them
  const known = readTerms.get(session.terms);
  if (known) return known;
  const terms = parseTerms(session.terms);
  if (!terms.ok) throw new Error(`terms of ${session.key}: ${terms.failure.message}`);
  if (readTerms.size >= KEPT_TERMS) readTerms.clear();
  readTerms.set(session.terms, terms.value);
  return terms.value;
}

const major = (version: string): string => version.split(".")[0] ?? "";

export interface AdmittedExtension extends Authenticated {
  readonly request: AcsRequest;
  readonly snapshot: SessionSnapshot;
}

/** `guardian/*`: the same envelope, time window, session, binding and replay rules; closed sessions may still ask. */
export async function admitExtension(
  deps: GuardianDeps,
  snapshots: Snapshots,
  message: Authenticated,
): Promise<Result<AdmittedExtension, Refusal>> {
  const refuse = (failure: WireFailure, sessionKey: string | null = null) =>
    err({ failure, id: message.id, signer: message.signer, context: { ...message.context, sessionKey } });
  const request = parseExtensionRequest(message.message);
  if (!request.ok) return refuse(request.failure);
  const { metadata, timestamp } = request.value.params;
  const snapshot = await snapshots.get(message.tenantId, metadata.session_id.toLowerCase());
  if (!snapshot) return refuse(wireFailure("session_missing", { data: { method: message.method } }));
  const sessionKey = snapshot.session.key;
  const time = withinSkew(timestamp, deps.clock.now(), sessionTerms(snapshot).skew_window_ms);
  if (!time.ok) return refuse(time.failure, sessionKey);
  if (snapshot.session.keyId !== message.key.keyId || snapshot.agent.agentId !== metadata.agent_id) {
    return refuse(wireFailure("key_not_bound"), sessionKey);
  }
  const replay = await reserveOnly(deps, { snapshot, reservations: reservationsOf(request.value) });
  return replay ? refuse(replay, sessionKey) : ok({ ...message, request: request.value, snapshot });
}
