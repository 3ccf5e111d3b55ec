/** `handshake/hello` (ACS §4, W§5): the ClientHello, and the terms that answer it. */
import { z } from "zod";
import type { Crypto } from "../crypto";
import { toHex } from "../encoding";
import { fromPlainObject } from "../json/build";
import { canonicalBytes, canonicalText } from "../json/canonical";
import type { JsonObject, JsonValue } from "../json/value";
import { err, ok, type Result } from "../result";
import type { SignatureAlgorithm } from "../signing/algorithms";
import { type AgentHooksOffer, agentHooksOffer } from "./agent-hooks";
import { type GuardianCapabilities, TRANSPORTS, type Transport } from "./capabilities";
import { type WireFailure, wireFailure } from "./codes";
import { methodStatus } from "./hooks/registry";
import { wrappedMethod } from "./hooks/wrapped";
import { acceptedProfiles } from "./profiles";
import { firstFault, integerFrom, semver } from "./shapes";
import { chooseVersion } from "./versions";

const METHOD = /^(steps\/|protocols\/|agbom\/|trace\/|system\/|handshake\/|wrapped:).+/;

export const clientHello = z.looseObject({
  acs_versions_supported: z.array(semver).min(1),
  methods_implemented: z.array(z.string().regex(METHOD, "is outside the ACS namespaces")),
  transports_supported: z.array(z.enum(TRANSPORTS)).min(1),
  max_payload_size_bytes: integerFrom(1).optional(),
  provenance_producer: z.enum(["deterministic", "none"]),
  wrapped_protocols: z.array(z.looseObject({ protocol: z.enum(["MCP", "A2A"]), version: z.string() })).optional(),
  // a name we do not know is simply not accepted: profiles are negotiated by intersection
  profiles_supported: z.array(z.string()).optional(),
  // ours (decision 0040): the client is an Agent Hooks host
  agent_hooks: agentHooksOffer.optional(),
});

/** The ClientHello as received. */
export type ClientHello = JsonObject & {
  readonly acs_versions_supported: readonly string[];
  readonly methods_implemented: readonly string[];
  readonly transports_supported: readonly Transport[];
  readonly max_payload_size_bytes?: number;
  readonly provenance_producer: "deterministic" | "none";
  readonly wrapped_protocols?: readonly (JsonObject & { readonly protocol: "MCP" | "A2A"; readonly version: string })[];
  readonly profiles_supported?: readonly string[];
  readonly agent_hooks?: JsonObject & AgentHooksOffer;
};

/** What this Guardian offers an agent on one endpoint. */
export interface HandshakeOffer {
  readonly version: string;
  readonly capabilities: GuardianCapabilities;
  /** Methods the agent must report; `a|b` is met by either. */
  readonly requiredMethods: readonly string[];
  readonly requiresProvenance: boolean;
  readonly timeoutMs: number;
  /** No method's time-out is shorter: some algorithms take seconds to sign. */
  readonly minTimeoutMs?: number;
  readonly skewMs: number;
  readonly onDecisionFailure: "deny" | "proceed";
  readonly approverTypes: readonly ("human" | "agent" | "service")[];
  readonly signatureAlgorithms: readonly string[];
  /** Of the key that opens the session. */
  readonly algorithm: SignatureAlgorithm;
}

/** The `result` of a handshake, before its signature. */
export type ServerHello = JsonObject & {
  readonly negotiated_version: string;
  readonly methods_evaluated: readonly string[];
  readonly selected_transport: Transport;
  readonly timeout_config: JsonObject & { readonly default_ms: number; readonly per_method_ms?: JsonObject };
  readonly signature_algorithms_supported: readonly string[];
  readonly skew_window_ms: number;
  readonly on_decision_failure: "deny" | "proceed";
  readonly approver_types_supported: readonly string[];
  readonly policy_requires_provenance: boolean;
  readonly agbom_serializations_supported: readonly string[];
  readonly trace_emission: JsonObject & { readonly otel_enabled: boolean; readonly ocsf_enabled: boolean };
  readonly profiles_accepted: readonly string[];
};

/** Judges a ClientHello. Fails with `client_hello_invalid` (-32602). */
export function parseClientHello(payload: JsonValue): Result<ClientHello, WireFailure> {
  const judged = clientHello.safeParse(payload);
  if (judged.success) return ok(payload as ClientHello);
  return err(wireFailure("client_hello_invalid", firstFault(judged.error, "params.payload")));
}

/**
 * Terms for this client, or the refusal that ACS names. Order: version, provenance, transport (as the Go reference),
 * then the methods that the agent's registration requires.
 */
export function negotiate(hello: ClientHello, offer: HandshakeOffer): Result<ServerHello, WireFailure> {
  const version = chooseVersion(hello.acs_versions_supported, offer.version);
  if (version === undefined) {
    return err(wireFailure("unsupported_version", { data: { supported_versions: [offer.version] } }));
  }
  if (offer.requiresProvenance && hello.provenance_producer === "none") return err(wireFailure("provenance_required"));
  const { transports } = offer.capabilities;
  const transport = transports.find((own) => hello.transports_supported.includes(own));
  if (transport === undefined) {
    return err(wireFailure("transport_unsupported", { data: { supported_transports: transports } }));
  }
  const missing = missingMethods(hello, offer.requiredMethods);
  if (missing.length > 0) return err(wireFailure("required_methods_missing", { data: { methods: missing } }));
  return ok(serverHello({ hello, offer, version, transport }));
}

function missingMethods(hello: ClientHello, required: readonly string[]): readonly string[] {
  return required.filter((choice) => !choice.split("|").some((method) => hello.methods_implemented.includes(method)));
}

interface Agreed {
  readonly hello: ClientHello;
  readonly offer: HandshakeOffer;
  readonly version: string;
  readonly transport: Transport;
}

function serverHello({ hello, offer, version, transport }: Agreed): ServerHello {
  const { capabilities, algorithm } = offer;
  const { otel, ocsf, otelCollectorEndpoint } = capabilities.trace;
  const methodsEvaluated = evaluatedFor(hello);
  const facts = { methodsEvaluated, provenance: hello.provenance_producer, traces: otel || ocsf, algorithm };
  return fromPlainObject({
    negotiated_version: version,
    methods_evaluated: methodsEvaluated,
    selected_transport: transport,
    timeout_config: timeouts(offer, methodsEvaluated),
    signature_algorithms_supported: offer.signatureAlgorithms,
    skew_window_ms: offer.skewMs,
    // Agent Hooks knows one answer to a failing guard
    on_decision_failure: hello.agent_hooks === undefined ? offer.onDecisionFailure : "deny",
    approver_types_supported: offer.approverTypes,
    policy_requires_provenance: offer.requiresProvenance,
    agbom_serializations_supported: capabilities.agbomSerializations,
    trace_emission: { otel_enabled: otel, ocsf_enabled: ocsf, otel_collector_endpoint: otelCollectorEndpoint },
    profiles_accepted: acceptedProfiles(hello.profiles_supported ?? [], facts),
  }) as ServerHello;
}

/** What the client reports and we judge, as the client spells it (agt-go): a wrapped method only where it is declared. */
function evaluatedFor(hello: ClientHello): readonly string[] {
  return [...new Set(hello.methods_implemented)].filter(
    (method) => methodStatus(method) === "evaluated" && (wrappedMethod(method) === null || declares(hello, method)),
  );
}

/** Did the client list the protocol of this wrapped method, at the version that an explicit form pins? */
function declares(hello: ClientHello, method: string): boolean {
  const wrapped = wrappedMethod(method);
  return (hello.wrapped_protocols ?? []).some(
    ({ protocol, version }) =>
      protocol === wrapped?.protocol && (wrapped.version === null || wrapped.version === version),
  );
}

function timeouts(offer: HandshakeOffer, methods: readonly string[]): JsonObject {
  const least = offer.minTimeoutMs ?? 1;
  const own = Object.entries(offer.capabilities.timeoutMsByMethod)
    .filter(([method]) => methods.includes(method))
    .map(([method, ms]) => [method, Math.max(ms, least)]);
  return fromPlainObject({
    default_ms: Math.max(offer.timeoutMs, least),
    per_method_ms: own.length > 0 ? Object.fromEntries(own) : undefined,
  });
}

const LISTS = [
  "acs_versions_supported",
  "methods_implemented",
  "transports_supported",
  "profiles_supported",
  "wrapped_protocols",
];

/** Equal for two hellos that differ only in the order or repetition of their lists (W§17.3), lowercase hex. */
export function helloDigest(c: Crypto, hello: ClientHello): string {
  const folded: { [member: string]: JsonValue } = Object.create(null);
  for (const name of Object.keys(hello)) {
    const value = hello[name] as JsonValue;
    folded[name] = LISTS.includes(name) && Array.isArray(value) ? [...new Set(value.map(canonicalText))].sort() : value;
  }
  return toHex(c.sha256(canonicalBytes(folded)));
}
