import { describe, expect, it } from "vitest";
import { able, hello, offer } from "../../testing/hello";
import { nobleCrypto as c } from "../crypto-noble";
import { canonicalText } from "../json/canonical";
import type { JsonValue } from "../json/value";
import { type HandshakeOffer, helloDigest, negotiate } from "../wire/handshake";
import { EVALUATED_METHODS } from "../wire/hooks/registry";
import { itemFor, parseTerms, serialiseTerms, termsOf, timeoutFor } from "./terms";

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

  it("keep what an Agent Hooks host offers, deny its failures, and know whether an item is made for it", () => {
    const offered = { spec: "agent-hooks/0.1", mode: "enforce", resolver: true, framework: "langgraph" };
    const terms = (change: object) =>
      agreed({ agent_hooks: { ...offered, ...change } }, { onDecisionFailure: "proceed" });
    expect(terms({})).toMatchObject({ agent_hooks: offered, on_decision_failure: "deny" });
    const read = parseTerms(serialiseTerms(terms({})));
    expect(read.ok && read.value.agent_hooks).toEqual(offered);
    expect(itemFor(terms({}))).toBe("prepared");
    expect(itemFor(terms({ resolver: false }))).toBe("none");
    expect(itemFor(terms({ mode: "evaluate_only" }))).toBe("none");
    const plain = agreed({}, { onDecisionFailure: "proceed" });
    expect([itemFor(plain), plain.on_decision_failure, plain.agent_hooks]).toEqual(["pending", "proceed", undefined]);
    expect(terms({}).hello_digest).not.toBe(terms({ resolver: false }).hello_digest);
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
