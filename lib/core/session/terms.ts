/** What a handshake settled for the life of a session; kept as text beside the session row. */
import { z } from "zod";
import type { Crypto } from "../crypto";
import { fromPlainObject } from "../json/build";
import { canonicalText } from "../json/canonical";
import { readStoredText } from "../json/read";
import { err, ok, type Result } from "../result";
import { type AgentHooksOffer, agentHooksOffer } from "../wire/agent-hooks";
import { TRANSPORTS, type Transport } from "../wire/capabilities";
import { type ClientHello, helloDigest, type ServerHello } from "../wire/handshake";
import { count, digest, firstFault, integerFrom, mapOf, semver } from "../wire/shapes";

export interface SessionTerms {
  readonly negotiated_version: string;
  readonly methods_evaluated: readonly string[];
  readonly timeout_config: {
    readonly default_ms: number;
    readonly per_method_ms?: { readonly [method: string]: number };
  };
  readonly skew_window_ms: number;
  readonly on_decision_failure: "deny" | "proceed";
  readonly transport: Transport;
  /** What the client said of itself: `deterministic` judges payloads by the strict schemas. */
  readonly provenance: "deterministic" | "none";
  readonly profiles_accepted: readonly string[];
  readonly wrapped_protocols: readonly { readonly protocol: string; readonly version: string }[];
  /** The client's own limit on what it can read, bytes. */
  readonly max_payload_size_bytes?: number;
  /** Set where the client is an Agent Hooks host (decision 0040). */
  readonly agent_hooks?: AgentHooksOffer;
  /** Lowercase hex, tells a repeated hello from one that would change the terms. */
  readonly hello_digest: string;
}

const schema = z.looseObject({
  negotiated_version: semver,
  methods_evaluated: z.array(z.string()),
  timeout_config: z.looseObject({
    default_ms: integerFrom(1),
    per_method_ms: mapOf(integerFrom(1)).optional(),
  }),
  skew_window_ms: count,
  on_decision_failure: z.enum(["deny", "proceed"]),
  transport: z.enum(TRANSPORTS),
  provenance: z.enum(["deterministic", "none"]),
  profiles_accepted: z.array(z.string()),
  wrapped_protocols: z.array(z.looseObject({ protocol: z.string(), version: z.string() })),
  max_payload_size_bytes: integerFrom(1).optional(),
  agent_hooks: agentHooksOffer.optional(),
  hello_digest: digest,
});

/** The terms that this ServerHello settles for this ClientHello. */
export function termsOf(c: Crypto, hello: ClientHello, answer: ServerHello): SessionTerms {
  return {
    negotiated_version: answer.negotiated_version,
    methods_evaluated: answer.methods_evaluated,
    timeout_config: answer.timeout_config as SessionTerms["timeout_config"],
    skew_window_ms: answer.skew_window_ms,
    on_decision_failure: answer.on_decision_failure,
    transport: answer.selected_transport,
    provenance: hello.provenance_producer,
    profiles_accepted: answer.profiles_accepted,
    wrapped_protocols: (hello.wrapped_protocols ?? []).map(({ protocol, version }) => ({ protocol, version })),
    ...(hello.max_payload_size_bytes === undefined ? {} : { max_payload_size_bytes: hello.max_payload_size_bytes }),
    ...(hello.agent_hooks === undefined ? {} : { agent_hooks: offered(hello.agent_hooks) }),
    hello_digest: helloDigest(c, hello),
  };
}

const offered = ({ spec, mode, resolver, framework }: AgentHooksOffer): AgentHooksOffer => ({
  spec,
  mode,
  resolver,
  framework,
});

/**
 * What an escalation makes for this client: an item for people at once (`pending`), one that waits for the host's resolver
 * to ask (`prepared`), or none, because nobody would ever ask about it.
 */
export function itemFor({ agent_hooks }: Pick<SessionTerms, "agent_hooks">): "pending" | "prepared" | "none" {
  if (agent_hooks === undefined) return "pending";
  return agent_hooks.mode === "enforce" && agent_hooks.resolver ? "prepared" : "none";
}

/** Canonical text of the terms. */
export function serialiseTerms(terms: SessionTerms): string {
  return canonicalText(fromPlainObject(terms));
}

/** Terms from stored text. A failure means the row was not written by `serialiseTerms`. */
export function parseTerms(text: string): Result<SessionTerms, { readonly message: string }> {
  const value = readStoredText(text);
  if (!value.ok) return err({ message: value.failure.message });
  const judged = schema.safeParse(value.value);
  return judged.success ? ok(value.value as unknown as SessionTerms) : err(firstFault(judged.error, "terms"));
}

/** Milliseconds within which the client expects the answer to this method. */
export function timeoutFor(terms: SessionTerms, method: string): number {
  const own = terms.timeout_config.per_method_ms;
  return (own !== undefined && Object.hasOwn(own, method) ? own[method] : undefined) ?? terms.timeout_config.default_ms;
}
