import { describe, expect, it } from "vitest";
import { nobleCrypto as c } from "../crypto-noble";
import { canonicalText } from "../json/canonical";
import { readJsonText } from "../json/read";
import type { JsonValue } from "../json/value";
import { parseTerms, serialiseTerms, termsOf, timeoutFor } from "../session/terms";
import { DEFAULT_CAPABILITIES, type GuardianCapabilities } from "./capabilities";
import { type ClientHello, type HandshakeOffer, helloDigest, negotiate, parseClientHello } from "./handshake";
import { ACS_CORE_FLOOR, EVALUATED_METHODS } from "./hooks/registry";

const offer: HandshakeOffer = {
  version: "0.1.0",
  capabilities: DEFAULT_CAPABILITIES,
  requiredMethods: ACS_CORE_FLOOR,
  requiresProvenance: false,
  timeoutMs: 10_000,
  skewMs: 300_000,
  onDecisionFailure: "deny",
  approverTypes: ["human"],
  signatureAlgorithms: ["HMAC-SHA256"],
  algorithm: "HMAC-SHA256",
};

const able = (change: Partial<GuardianCapabilities>) => ({ capabilities: { ...DEFAULT_CAPABILITIES, ...change } });

const base = {
  acs_versions_supported: ["0.1.0"],
  methods_implemented: [...EVALUATED_METHODS],
  transports_supported: ["http"],
  provenance_producer: "none",
};

function read(value: unknown): JsonValue {
  const result = readJsonText(JSON.stringify(value));
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

function hello(change: object = {}): ClientHello {
  const parsed = parseClientHello(read({ ...base, ...change }));
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.value;
}

const outcome = (change: object, offered: Partial<HandshakeOffer> = {}) => {
  const result = negotiate(hello(change), { ...offer, ...offered });
  return result.ok ? result.value : `${result.failure.code} ${result.failure.reason}`;
};

describe("parseClientHello", () => {
  it.each([
    ["no versions", { acs_versions_supported: [] }],
    ["a version that is none", { acs_versions_supported: ["1"] }],
    ["a method outside the namespaces", { methods_implemented: ["guardian/approval"] }],
    ["methods that are no list", { methods_implemented: "steps/userMessage" }],
    ["no transport", { transports_supported: [] }],
    ["an unknown transport", { transports_supported: ["carrier-pigeon"] }],
    ["an unknown producer", { provenance_producer: "llm" }],
    ["a payload limit of nothing", { max_payload_size_bytes: 0 }],
    ["a wrapped protocol without version", { wrapped_protocols: [{ protocol: "MCP" }] }],
  ])("refuses %s", (_, change) => {
    expect(parseClientHello(read({ ...base, ...change }))).toMatchObject({
      failure: { code: -32602, reason: "client_hello_invalid" },
    });
  });

  it("accepts an empty list of methods and members it does not know", () => {
    expect(parseClientHello(read({ ...base, methods_implemented: [], more: {} })).ok).toBe(true);
  });
});

describe("negotiate", () => {
  it("answers with terms that name only what was offered by both", () => {
    const change = { methods_implemented: [...EVALUATED_METHODS, "steps/nope", "system/ping", "handshake/hello"] };
    expect(outcome(change)).toEqual({
      negotiated_version: "0.1.0",
      methods_evaluated: EVALUATED_METHODS,
      selected_transport: "http",
      timeout_config: { default_ms: 10_000 },
      signature_algorithms_supported: ["HMAC-SHA256"],
      skew_window_ms: 300_000,
      on_decision_failure: "deny",
      approver_types_supported: ["human"],
      policy_requires_provenance: false,
      agbom_serializations_supported: ["canonical", "cyclonedx-1.6", "spdx-3.0", "swid"],
      trace_emission: { otel_enabled: false, ocsf_enabled: false },
      profiles_accepted: [],
    });
  });

  it("evaluates what a client of few methods offers, once each and in its order", () => {
    const methods_implemented = ["steps/toolCallResult", "steps/toolCallRequest", "steps/toolCallResult"];
    const terms = outcome({ methods_implemented }, { requiredMethods: [] });
    expect(terms).toMatchObject({ methods_evaluated: ["steps/toolCallResult", "steps/toolCallRequest"] });
    expect(outcome({ methods_implemented: [] }, { requiredMethods: [] })).toMatchObject({ methods_evaluated: [] });
  });

  describe("of wrapped methods", () => {
    const wrapped = ["protocols/MCP/tools/call", "protocols/mcp/initialize", "wrapped:mcp-2025-06-18/resources/read"];
    const other = ["wrapped:mcp-2099-01-01/resources/read", "protocols/A2A/message/send", "protocols/MCP/a b"];
    const evaluated = (wrapped_protocols?: readonly object[]) => {
      const change = { methods_implemented: [...wrapped, ...other], wrapped_protocols };
      const terms = negotiate(hello(change), { ...offer, requiredMethods: [] });
      return terms.ok && terms.value.methods_evaluated;
    };

    it("evaluates those of a declared protocol, the explicit form at the declared version alone", () => {
      expect(evaluated([{ protocol: "MCP", version: "2025-06-18" }])).toEqual(wrapped);
      expect(evaluated([{ protocol: "MCP", version: "2024-11-05" }])).toEqual(wrapped.slice(0, 2));
    });

    it("evaluates none of a protocol that is not declared, and none of A2A", () => {
      expect(evaluated()).toEqual([]);
      expect(evaluated([])).toEqual([]);
      expect(evaluated([{ protocol: "A2A", version: "1" }])).toEqual([]);
    });
  });

  describe("of profiles", () => {
    const accepted = (profiles_supported: readonly string[], change: object = {}, offered = {}) => {
      const result = negotiate(hello({ profiles_supported, ...change }), { ...offer, ...offered });
      return result.ok && result.value.profiles_accepted;
    };
    const core = { methods_implemented: EVALUATED_METHODS.filter((method) => !method.startsWith("agbom/")) };

    it("accepts those that both know", () => {
      expect(accepted(["acs-core", "acs-unknown"])).toEqual(["acs-core"]);
      expect(accepted(["acs-audit", "acs-core", "acs-trace"])).toEqual(["acs-core", "acs-audit"]);
    });

    it.each([
      ["acs-provenance", { provenance_producer: "deterministic" }, { provenance_producer: "none" }],
      ["acs-inspect", { methods_implemented: [...core.methods_implemented, "agbom/snapshot"] }, core],
      ["acs-inspect-dynamic", {}, { methods_implemented: [...core.methods_implemented, "agbom/snapshot"] }],
      ["acs-inspect-dynamic", {}, { methods_implemented: [...core.methods_implemented, "agbom/changed"] }],
    ])("accepts %s only from a client that does what it says", (profile, doing, lacking) => {
      expect(accepted([profile], doing)).toEqual([profile]);
      expect(accepted([profile], lacking)).toEqual([]);
    });

    it.each(["otel", "ocsf"])("accepts acs-trace only where something is emitted: %s", (format) => {
      const trace = { otel: false, ocsf: false, [format]: true };
      expect(accepted(["acs-trace"], {}, able({ trace }))).toEqual(["acs-trace"]);
      expect(accepted(["acs-trace"])).toEqual([]);
    });

    it("accepts acs-crypto only under a post-quantum key", () => {
      const under = (algorithm: string) => accepted(["acs-crypto"], {}, { algorithm });
      for (const algorithm of ["ML-DSA-65", "SLH-DSA-128s", "ML-DSA-65+ECDSA-P256"])
        expect(under(algorithm)).toEqual(["acs-crypto"]);
      for (const algorithm of ["HMAC-SHA256", "ECDSA-P256", "RSA-PSS-SHA256"]) expect(under(algorithm)).toEqual([]);
    });
  });

  it("says what is emitted, and where to when that is for agents to know", () => {
    const trace = { otel: true, ocsf: false, otelCollectorEndpoint: "https://otel.example/v1/traces" };
    expect(outcome({}, able({ trace }))).toMatchObject({
      trace_emission: { otel_enabled: true, ocsf_enabled: false, otel_collector_endpoint: trace.otelCollectorEndpoint },
    });
  });

  it("gives time-outs to methods that are evaluated, none shorter than the key's algorithm takes", () => {
    const slow = able({ timeoutMsByMethod: { "steps/toolCallRequest": 60_000, "steps/memoryStore": 5_000 } });
    const few = { methods_implemented: ["steps/toolCallRequest"] };
    expect(outcome(few, { ...slow, requiredMethods: [] })).toMatchObject({
      timeout_config: { default_ms: 10_000, per_method_ms: { "steps/toolCallRequest": 60_000 } },
    });
    expect(outcome({}, { ...slow, minTimeoutMs: 30_000 })).toMatchObject({
      timeout_config: {
        default_ms: 30_000,
        per_method_ms: { "steps/toolCallRequest": 60_000, "steps/memoryStore": 30_000 },
      },
    });
  });

  it.each([
    [["0.1.0", "0.9.0"], "0.1.0"],
    [["0.2.0", "0.10.0", "0.9.9"], "0.10.0"],
    [["1.0.0", "0.0.1"], "0.0.1"],
  ])("chooses from versions %j the version %s", (acs_versions_supported, expected) => {
    expect(outcome({ acs_versions_supported })).toMatchObject({ negotiated_version: expected });
  });

  it("refuses in the order version, provenance, transport, methods", () => {
    const bad = {
      acs_versions_supported: ["1.0.0"],
      transports_supported: ["stdio"],
      methods_implemented: ["steps/userMessage"],
    };
    const strict = { requiresProvenance: true };
    expect(outcome(bad, strict)).toBe("-32001 unsupported_version");
    const versioned = { ...bad, acs_versions_supported: ["0.1.0"] };
    expect(outcome(versioned, strict)).toBe("-32002 provenance_required");
    expect(outcome(versioned)).toBe("-32000 transport_unsupported");
    expect(outcome({ ...versioned, transports_supported: ["https"] })).toBe("-32000 required_methods_missing");
  });

  it("names the methods that are missing, and takes either of two", () => {
    const some = ["steps/sessionStart", "steps/agentTrigger", "steps/toolCallRequest", "steps/agentResponse"];
    expect(negotiate(hello({ methods_implemented: some }), offer)).toMatchObject({
      failure: { data: { methods: ["steps/toolCallResult", "steps/sessionEnd"] } },
    });
    const full = [...some, "steps/toolCallResult", "steps/sessionEnd"];
    expect(negotiate(hello({ methods_implemented: full }), offer).ok).toBe(true);
  });

  it("says which versions there are", () => {
    expect(negotiate(hello({ acs_versions_supported: ["2.0.0"] }), offer)).toMatchObject({
      failure: { data: { supported_versions: ["0.1.0"] } },
    });
  });

  it("prefers the endpoint's first transport that the client lists", () => {
    expect(outcome({ transports_supported: ["stdio", "https"] })).toMatchObject({ selected_transport: "https" });
    const both = { transports_supported: ["http", "stdio"] };
    expect(outcome(both, able({ transports: ["stdio"] }))).toMatchObject({ selected_transport: "stdio" });
    expect(outcome({}, able({ transports: ["stdio"] }))).toBe("-32000 transport_unsupported");
  });
});

describe("session terms", () => {
  const agreed = (change: object = {}, offered: Partial<HandshakeOffer> = {}) => {
    const asked = hello(change);
    const answer = negotiate(asked, { ...offer, ...offered });
    if (!answer.ok) throw new Error(answer.failure.message);
    return termsOf(c, asked, answer.value);
  };

  it("survive being stored", () => {
    const terms = agreed({
      max_payload_size_bytes: 4096,
      wrapped_protocols: [{ protocol: "MCP", version: "2025-06-18" }],
    });
    const read = parseTerms(serialiseTerms(terms));
    expect(read.ok && JSON.parse(canonicalText(read.value as unknown as JsonValue))).toEqual(terms);
    expect(parseTerms("{}").ok).toBe(false);
    expect(parseTerms("{").ok).toBe(false);
  });

  it("know the timeout of each method", () => {
    const terms = agreed({}, able({ timeoutMsByMethod: { "steps/toolCallRequest": 30_000 } }));
    expect(timeoutFor(terms, "steps/toolCallRequest")).toBe(30_000);
    expect(timeoutFor(terms, "steps/userMessage")).toBe(10_000);
    expect(timeoutFor(terms, "toString")).toBe(10_000);
  });

  it("tell a repeated hello from a changed one", () => {
    const digest = (change: object) => helloDigest(c, hello(change));
    const reordered = { methods_implemented: [...EVALUATED_METHODS].reverse(), transports_supported: ["http", "http"] };
    expect(digest(reordered)).toBe(digest({}));
    const versions = ["1", "2"].map((version) => ({ protocol: "MCP", version }));
    const declared = digest({ wrapped_protocols: versions });
    expect(digest({ wrapped_protocols: [...versions].reverse() })).toBe(declared);
    expect(digest({ wrapped_protocols: versions.slice(1) })).not.toBe(declared);
    expect(digest({ provenance_producer: "deterministic" })).not.toBe(digest({}));
    expect(digest({ methods_implemented: [] })).not.toBe(digest({}));
  });
});
