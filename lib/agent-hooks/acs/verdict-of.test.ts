import { describe, expect, it } from "vitest";
import { fromPlain, fromPlainObject } from "../../core/json/build";
import type { AcsStep } from "./acs-step";
import { type Answered, NoVerdict, verdictOf } from "./verdict-of";

const call: AcsStep = {
  method: "steps/toolCallRequest",
  payload: fromPlainObject({
    tool: { name: "issue_refund" },
    arguments: { amount: { value: 840 }, to: { value: "c" } },
  }),
  metadata: fromPlainObject({}),
};
const HEAD = "ab".repeat(32);
const answer = (result: object, step: AcsStep = call): Answered => ({
  step,
  requestId: "req-1",
  result: fromPlainObject({ chain_hash: HEAD, ...result }),
});
const only = (result: object, step?: AcsStep) => verdictOf([answer(result, step)]);
const evidence = { artefact: `sha256:${HEAD}` };
const approval = { approval_id: "apr_1", action_digest: "sha256:01", expires_at: "2026-11-30T10:10:00Z" };
const asked = {
  decision: "ask",
  reasoning: "Refunds above 500 need a person.",
  reason_codes: ["refund_over_limit"],
  ask_details: { question: "Refund?" },
  policy_data: { approval },
};

describe("ALLOW", () => {
  it("permits, with its codes as warnings and the chain head as evidence", () => {
    expect(only({ decision: "allow", reason_codes: ["turn_unknown"] })).toEqual({
      decision: "allow",
      warnings: [{ reason: "turn_unknown", message: "The step names a turn that is not open." }],
      evidence,
    });
  });

  it("of an approved action says so and points at the approval", () => {
    const verdict = only({ decision: "allow", reason_codes: ["approval_released"], policy_data: { approval } });
    expect(verdict).toMatchObject({
      decision: "allow",
      reason: "approval_released",
      evidence: { ...evidence, verification_pointers: { approval: "urn:guardian:approval:apr_1" } },
    });
    expect(verdict).not.toHaveProperty("warnings");
  });

  it("is what a point without steps gets", () => expect(verdictOf([])).toEqual({ decision: "allow" }));
});

describe("DENY", () => {
  it("denies with the first code and the reasoning", () => {
    expect(only({ decision: "deny", reasoning: "No.", reason_codes: ["no_permit", "x"] })).toEqual({
      decision: "deny",
      reason: "no_permit",
      message: "No.",
      evidence,
    });
  });

  it("never speaks as the host", () => {
    const verdict = only({ decision: "deny", reasoning: "No.", reason_codes: ["host_error:no_interceptor"] });
    expect(verdict.reason).toBe("guardian:host_error:no_interceptor");
  });

  it("of a claimed approval lets the resolver answer with the identity stored there", () => {
    const claiming = { ...call, metadata: fromPlainObject({ approval_id: "apr_1" }) };
    const denied = {
      decision: "deny",
      reasoning: "No.",
      reason_codes: ["refund_over_limit", "approval_digest_mismatch"],
    };
    expect(only(denied, claiming)).toMatchObject({
      reason: "approval_digest_mismatch",
      approval: { kind: "claimed", approval_id: "apr_1", request_id: "req-1" },
    });
    expect(only(denied)).not.toHaveProperty("approval");
  });

  it("wins over what was permitted before it", () => {
    const deny = answer({ decision: "deny", reasoning: "No.", reason_codes: ["no_permit"] });
    expect(verdictOf([answer({ decision: "allow" }), deny]).decision).toBe("deny");
  });
});

describe("MODIFY", () => {
  it("replaces the whole target", () => {
    const verdict = only({
      decision: "modify",
      reasoning: "Capped.",
      reason_codes: ["refund_capped"],
      modifications: { parameter_overrides: { amount: 500 } },
    });
    expect(verdict).toEqual({
      decision: "transform",
      reason: "refund_capped",
      message: "Capped.",
      evidence,
      transform: { path: "$target", value: fromPlain({ amount: 500, to: "c" }) },
    });
  });

  it.each([
    ["a path that is not there", { redactions: [{ path: "/arguments/iban/value" }] }],
    ["overlapping edits", { redactions: [{ path: "/arguments/amount" }], parameter_overrides: { amount: 1 } }],
    ["an edit of the tool", { redactions: [{ path: "/tool/name", replacement: "other" }] }],
    ["text for a tool call", { modified_content: "nothing" }],
    ["no edits", {}],
  ])("that cannot be made denies: %s", (_, modifications) => {
    expect(only({ decision: "modify", reasoning: "Edit.", reason_codes: ["e"], modifications })).toMatchObject({
      decision: "deny",
      reason: "modify_unsupported",
    });
  });

  it.each([
    ["steps/userMessage", { content: [{ type: "text", value: "a" }] }],
    ["steps/agentResponse", { content: [{ type: "text", value: "a" }] }],
    ["steps/toolCallResult", { tool: { name: "t" }, exit_status: "success", outputs: [{ value: "a" }] }],
  ])("of %s is the new text", (method, payload) => {
    const around = fromPlainObject({ content: "a", role: "user" });
    const isWhole = method === "steps/toolCallResult";
    const step = {
      method,
      payload: fromPlainObject(payload),
      metadata: fromPlainObject({}),
      ...(isWhole ? {} : { around }),
    };
    const value = isWhole ? "b" : fromPlain({ content: "b", role: "user" });
    const verdict = only({ decision: "modify", reasoning: "Edit.", modifications: { modified_content: "b" } }, step);
    expect(verdict).toMatchObject({ decision: "transform", transform: { path: "$target", value } });
  });

  it("reaches inside a structured target", () => {
    const payload = fromPlainObject({ trigger_type: "external_event", trigger_source: { content: { iban: "DE1" } } });
    const step = { method: "steps/agentTrigger", payload, metadata: fromPlainObject({}) };
    const modifications = { redactions: [{ path: "/trigger_source/content/iban" }] };
    expect(only({ decision: "modify", reasoning: "Edit.", modifications }, step)).toMatchObject({
      transform: { value: fromPlain({ iban: "[REDACTED]" }) },
    });
  });
});

describe("ASK and DEFER", () => {
  it("are denials that people may lift", () => {
    expect(only(asked)).toEqual({
      decision: "deny",
      reason: "refund_over_limit",
      message: "Refunds above 500 need a person.",
      evidence,
      approval: fromPlainObject({ kind: "ask", request_id: "req-1", ...approval, details: { question: "Refund?" } }),
    });
  });

  it("are plain denials where no item was prepared", () => {
    expect(only({ ...asked, policy_data: {} })).not.toHaveProperty("approval");
  });

  it("wait for people only when people are to resolve them", () => {
    const deferred = { ...asked, decision: "defer", ask_details: undefined };
    const byPeople = only({ ...deferred, defer_details: { resolution_method: "human_approval" } });
    expect(byPeople).toMatchObject({ decision: "deny", approval: { kind: "defer", approval_id: "apr_1" } });
    const later = only({ ...deferred, reason_codes: [], defer_details: { resolution_method: "timeout" } });
    expect(later).toMatchObject({ decision: "deny", reason: "acs_deferred" });
    expect(later).not.toHaveProperty("approval");
  });
});

it("throws on an answer without a decision", () => {
  expect(() => only({ decision: "perhaps" })).toThrow(NoVerdict);
  expect(() => only({})).toThrow(NoVerdict);
});
