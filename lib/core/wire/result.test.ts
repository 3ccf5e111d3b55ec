import { describe, expect, it } from "vitest";
import { fromPlain, fromPlainObject, withMember } from "../json/build";
import { canonicalText } from "../json/canonical";
import type { JsonObject } from "../json/value";
import { wireFailure } from "./codes";
import { buildResult, checkResult, errorEnvelope, type ResultParts, resultEnvelope } from "./result";

const TOOL = "steps/toolCallRequest";
const base: ResultParts = {
  acs_version: "0.1.0",
  request_id: "11111111-1111-4111-8111-111111111111",
  decision: "allow",
};
const deny: ResultParts = { ...base, decision: "deny", reasoning: "No." };
const ask: ResultParts = {
  ...base,
  decision: "ask",
  reasoning: "A person must look.",
  ask_details: { approver: { type: "human", id: "finance" }, question: "Refund 840?", timeout_seconds: 600 },
};
const defer: ResultParts = {
  ...base,
  decision: "defer",
  reasoning: "Not yet.",
  defer_details: {
    reason: "pending_dependency",
    resolution_method: "human_approval",
    resolution_timeout_ms: 1000,
    timeout_decision: "deny",
  },
};
const modify: ResultParts = {
  ...base,
  decision: "modify",
  reasoning: "Less.",
  modifications: { parameter_overrides: { amount: 500 } },
};

const judge = (result: JsonObject, method = TOOL): string => {
  const checked = checkResult(result, method);
  return checked.ok ? "ok" : `${checked.failure.reason}: ${checked.failure.message}`;
};

describe("checkResult", () => {
  it.each([base, deny, ask, defer, modify])("passes a complete $decision", (parts) => {
    expect(judge(buildResult(parts))).toBe("ok");
  });

  it.each([
    ["a denial without reasoning", { ...deny, reasoning: undefined }, "result_invalid: result.reasoning: must say why"],
    ["an empty reasoning", { ...deny, reasoning: "" }, "result_invalid: result.reasoning: must say why"],
    ["an ask without details", { ...ask, ask_details: undefined }, "result_invalid: result.ask_details: is required"],
    [
      "a deferral without details",
      { ...defer, defer_details: undefined },
      "result_invalid: result.defer_details: is required",
    ],
    ["a modify without edits", { ...modify, modifications: undefined }, "modifications_illegal: modifications_invalid"],
    ["a modify with no edit in it", { ...modify, modifications: {} }, "modifications_illegal: modifications_empty"],
    [
      "an illegal mix",
      { ...modify, modifications: { modified_content: "x", redactions: [] } },
      "modifications_illegal: modified_content_not_alone",
    ],
    ["a request_id that is none", { ...base, request_id: "x" }, "result_invalid: result.request_id: must be a UUID"],
    [
      "a head that is none",
      { ...base, chain_hash: "A".repeat(64) },
      "result_invalid: result.chain_hash: must be 64 lowercase hex digits",
    ],
  ])("stops %s", (_, parts, expected) => {
    expect(judge(buildResult(parts))).toBe(expected);
  });

  it("stops what no builder would make", () => {
    const result = buildResult(base);
    expect(judge(withMember(result, "type", "partial"))).toContain("result_invalid");
    expect(judge(withMember(result, "decision", "ALLOW"))).toContain("result_invalid");
    expect(judge(withMember(result, "reason_codes", ["a", "a"]))).toContain("result_invalid");
    expect(judge(withMember(result, "metadata", fromPlain({ confidence: 2 })))).toContain("result_invalid");
  });

  it.each([
    ["steps/sessionEnd", deny],
    ["steps/sessionStart", modify],
    ["steps/userMessage", ask],
    ["steps/postCompact", deny],
    ["steps/nope", base],
  ])("stops at %s a disposition that is not permitted there", (method, parts) => {
    expect(judge(buildResult(parts), method)).toContain("disposition_not_permitted");
  });

  it("judges edits of a wrapped MCP call where its arguments stand", () => {
    const edits = { redactions: [{ path: "/params/arguments/to" }], parameter_overrides: { to: 1 } };
    const result = buildResult({ ...modify, modifications: edits });
    expect(judge(result)).toBe("ok");
    expect(judge(result, "protocols/MCP/tools/call")).toContain("edits_overlap");
  });
});

describe("envelopes", () => {
  it("leave out what is absent and fold repeated reason codes", () => {
    const result = buildResult({
      ...deny,
      reason_codes: ["a", "b", "a"],
      policy_references: [],
      chain_hash: undefined,
    });
    expect(canonicalText(resultEnvelope("rpc-1", result))).toBe(
      '{"id":"rpc-1","jsonrpc":"2.0","result":{"acs_version":"0.1.0","decision":"deny","reason_codes":["a","b"],' +
        '"reasoning":"No.","request_id":"11111111-1111-4111-8111-111111111111","type":"final"}}',
    );
  });

  it("carry reason and message with every error, and cannot be talked out of them", () => {
    const failure = wireFailure("timestamp_out_of_window", { data: { skew_window_ms: 300_000, reason: "other" } });
    expect(errorEnvelope(null, failure)).toEqual(
      fromPlainObject({
        jsonrpc: "2.0",
        id: null,
        error: {
          code: -32006,
          message: "The timestamp lies outside the skew window.",
          data: {
            skew_window_ms: 300_000,
            reason: "timestamp_out_of_window",
            message: "The timestamp lies outside the skew window.",
          },
        },
      }),
    );
  });
});
