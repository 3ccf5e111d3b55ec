import { describe, expect, it } from "vitest";
import { nobleCrypto as c } from "../crypto-noble";
import { canonicalText } from "../json/canonical";
import { readJsonText } from "../json/read";
import type { JsonValue } from "../json/value";
import { parseTerms, serialiseTerms, termsOf, timeoutFor } from "../session/terms";
import { type ClientHello, type HandshakeOffer, helloDigest, negotiate, parseClientHello } from "./handshake";
import { ACS_CORE_FLOOR, EVALUATED_METHODS } from "./hooks/registry";

const offer: HandshakeOffer = {
  version: "0.1.0",
  methods: EVALUATED_METHODS,
  requiredMethods: ACS_CORE_FLOOR,
  transports: ["http", "https"],
  requiresProvenance: false,
  timeoutMs: 10_000,
  skewMs: 300_000,
  onDecisionFailure: "deny",
  approverTypes: ["human"],
  profiles: ["acs-core", "acs-audit"],
  signatureAlgorithms: ["HMAC-SHA256"],
};

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
    const change = {
      methods_implemented: [...EVALUATED_METHODS, "steps/memoryStore", "system/ping", "agbom/snapshot"],
    };
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
      profiles_accepted: [],
    });
  });

  it("accepts the profiles that both know", () => {
    const profiles = (profiles_supported: readonly string[]) => {
      const result = negotiate(hello({ profiles_supported }), offer);
      return result.ok && result.value.profiles_accepted;
    };
    expect(profiles(["acs-core", "acs-unknown"])).toEqual(["acs-core"]);
    expect(profiles(["acs-audit", "acs-core", "acs-trace"])).toEqual(["acs-core", "acs-audit"]);
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
    const terms = agreed({}, { timeoutMsByMethod: { "steps/toolCallRequest": 30_000 } });
    expect(timeoutFor(terms, "steps/toolCallRequest")).toBe(30_000);
    expect(timeoutFor(terms, "steps/userMessage")).toBe(10_000);
    expect(timeoutFor(terms, "toString")).toBe(10_000);
  });

  it("tell a repeated hello from a changed one", () => {
    const digest = (change: object) => helloDigest(c, hello(change));
    const reordered = { methods_implemented: [...EVALUATED_METHODS].reverse(), transports_supported: ["http", "http"] };
    expect(digest(reordered)).toBe(digest({}));
    expect(digest({ provenance_producer: "deterministic" })).not.toBe(digest({}));
    expect(digest({ methods_implemented: [] })).not.toBe(digest({}));
  });
});
