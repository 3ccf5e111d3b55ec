/** What an admin decides about an agent. */
import { describe, expect, it } from "vitest";
import { DEFAULT_AGENT_SETTINGS, isAgentId, parseAgentSettings } from "./agent-settings";

const settings = (change: object) => ({ name: "Support", ...DEFAULT_AGENT_SETTINGS, ...change });

describe("settings of an agent", () => {
  it("start with defaults that fail closed", () => {
    const parsed = parseAgentSettings(settings({}));
    expect(parsed).toMatchObject({ ok: true, value: { onDecisionFailure: "deny", askSubstitute: "hold" } });
  });

  it.each([
    ["name", ""],
    ["timeoutMs", 999],
    ["timeoutMs", Number.NaN],
    ["idleLimitS", 1.5],
    ["pendingCap", 0],
    ["askSubstitute", "allow"],
    ["onDecisionFailure", "maybe"],
    ["canAsk", "yes"],
  ])("refuse %s = %j and name the field", (field, value) => {
    expect(parseAgentSettings(settings({ [field]: value }))).toMatchObject({ ok: false, failure: { field } });
  });

  it("take methods of ACS, with alternatives, and nothing else", () => {
    const methods = (list: unknown) => parseAgentSettings(settings({ requiredMethods: list })).ok;
    expect(methods(["steps/toolCallRequest", "steps/userMessage|steps/agentTrigger"])).toBe(true);
    for (const bad of [["steps/invented"], ["steps/toolCallRequest|"], [""], ["constructor"]])
      expect(methods(bad)).toBe(false);
  });

  it("refuse members that are no settings", () => {
    expect(parseAgentSettings(settings({ tenantId: "other" })).ok).toBe(false);
    expect(parseAgentSettings(null).ok).toBe(false);
  });
});

describe("agent ids", () => {
  it("have one spelling", () => {
    expect(["support-agent", "urn:agent:1", "a@b/c"].every(isAgentId)).toBe(true);
    expect(["", " a", "a b", "аgent", "-a", "a\n", "x".repeat(101)].some(isAgentId)).toBe(false);
  });
});
