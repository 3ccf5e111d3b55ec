import { describe, expect, it } from "vitest";
import { able, hello, offer } from "../../testing/hello";
import { negotiate } from "./handshake";
import { EVALUATED_METHODS } from "./hooks/registry";

describe("negotiation of wrapped methods", () => {
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

describe("negotiation of profiles", () => {
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
