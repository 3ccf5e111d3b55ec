import { describe, expect, it } from "vitest";
import { fromPlainObject } from "../core/json/build";
import { agreeTerms, checkServerHello } from "./server-hello";

const GATE = "steps/toolCallRequest";
const hello = {
  negotiated_version: "0.1.0",
  methods_evaluated: [GATE, "steps/userMessage"],
  selected_transport: "http" as const,
  timeout_config: { default_ms: 4_000, per_method_ms: { [GATE]: 9_000 } },
};
const agree = (more: Record<string, unknown>, local: { posture?: "deny" | "proceed"; timeoutMs?: number } = {}) => {
  const checked = checkServerHello(fromPlainObject({ ...hello, ...more }));
  if (!checked.ok) throw new Error(checked.failure);
  return agreeTerms({
    hello: checked.value,
    offered: [GATE, "steps/userMessage"],
    localPosture: local.posture ?? "deny",
    localTimeoutMs: local.timeoutMs,
  });
};

describe("the posture", () => {
  it.each([
    ["deny", "deny", "deny"],
    ["deny", "proceed", "deny"],
    ["proceed", "deny", "deny"],
    ["proceed", "proceed", "proceed"],
    ["proceed", undefined, "proceed"],
    ["deny", undefined, "deny"],
  ] as const)("is the stricter one: %s here, %s there", (posture, negotiated, agreed) => {
    expect(agree({ on_decision_failure: negotiated }, { posture })).toMatchObject({ value: { posture: agreed } });
  });
});

describe("the timeout", () => {
  it("is the method's own, else the default, and never longer than the local one", () => {
    const terms = agree({});
    expect(terms.ok && [terms.value.timeoutFor(GATE), terms.value.timeoutFor("x")]).toEqual([9_000, 4_000]);
    const strict = agree({}, { timeoutMs: 5_000 });
    expect(strict.ok && [strict.value.timeoutFor(GATE), strict.value.timeoutFor("x")]).toEqual([5_000, 4_000]);
  });
});

describe("terms", () => {
  it.each([
    ["another major version", { negotiated_version: "1.0.0" }],
    ["tool calls that nobody would judge", { methods_evaluated: ["steps/userMessage"] }],
    ["a method that was not offered", { methods_evaluated: [GATE, "steps/memoryStore"] }],
  ])("with %s are not accepted", (_title, more) => {
    expect(agree(more).ok).toBe(false);
  });

  it.each([
    ["no timeout", { timeout_config: {} }],
    ["an unknown posture", { on_decision_failure: "maybe" }],
    ["a timeout of zero", { timeout_config: { default_ms: 0 } }],
  ])("with %s are not read", (_title, more) => {
    expect(checkServerHello(fromPlainObject({ ...hello, ...more })).ok).toBe(false);
  });
});
