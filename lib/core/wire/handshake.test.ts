import { describe, expect, it } from "vitest";
import { able, baseHello, hello, offer, outcome, readValue } from "../../testing/hello";
import { negotiate, parseClientHello } from "./handshake";
import { EVALUATED_METHODS } from "./hooks/registry";

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
    expect(parseClientHello(readValue({ ...baseHello, ...change }))).toMatchObject({
      failure: { code: -32602, reason: "client_hello_invalid" },
    });
  });

  it("accepts an empty list of methods and members it does not know", () => {
    expect(parseClientHello(readValue({ ...baseHello, methods_implemented: [], more: {} })).ok).toBe(true);
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
