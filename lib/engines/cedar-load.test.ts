import { describe, expect, it } from "vitest";
import type { PolicyBundle } from "../core/policy/bundle";
import { DEFAULT_BUNDLE } from "../core/policy/default-bundle";
import { bundleOf, loadBundle, PERMIT_ALL, policyRow, summary, toolStep } from "../testing/policies";
import { cedarEngine } from "./cedar";

const engine = cedarEngine();

const refusal = (bundle: PolicyBundle): string => {
  const loaded = engine.load(policyRow(bundle));
  return loaded.ok ? "" : loaded.failure.message;
};

const forbid = (annotations: string): string => `${annotations}\nforbid (principal, action, resource);`;

describe("a bundle with a bad policy", () => {
  it("is refused with policy, line and value", () => {
    const policy = '// who may\n@risk("high")\n@disposition("alow")\nforbid (principal, action, resource);';
    expect(refusal(bundleOf(PERMIT_ALL, policy))).toBe(
      'policy p1, line 3: @disposition "alow" is not one of deny, ask, defer, modify',
    );
  });

  it.each([
    '@disposition("allow")',
    '@disposition("Ask")',
    '@disposition("")',
    "@disposition",
    '@dispositon("ask")',
    '@Disposition("ask")',
    '@approver("finance")',
    '@disposition("ask") @approvers("")',
    '@disposition("ask") @approvers("a b")',
    '@disposition("ask") @votes("0")',
    '@disposition("ask") @votes("two")',
    '@disposition("ask") @votes("1.5")',
    '@disposition("ask") @timeout("0")',
    '@disposition("ask") @timeout("15m")',
    '@disposition("ask") @timeout("999999999")',
    '@disposition("ask") @use_within("-1")',
    '@risk("hight")',
    '@reason("")',
    '@code("Not A Code")',
    '@disposition("defer") @defer_reason("because")',
    '@disposition("defer") @defer_method("prayer")',
    '@disposition("defer") @timeout_decision("allow")',
    '@disposition("defer") @required_context("a,,b")',
    '@disposition("ask") @defer_method("timeout")',
    '@timeout_decision("ask")',
    '@disposition("modify")',
    '@disposition("modify") @override("amount")',
    '@disposition("modify") @override("{}")',
    '@disposition("modify") @override("[1]")',
    '@disposition("modify") @override("{\\"a\\":1,\\"a\\":2}")',
    '@disposition("modify") @redact("arguments/x")',
    '@disposition("modify") @redact("")',
    '@disposition("modify") @override("{\\"x\\":1}") @redact("/arguments/x/value")',
    '@tools("a,,b")',
    '@id("another")',
    // out of place
    '@approvers("finance")',
    '@disposition("deny") @timeout("60")',
    '@disposition("deny") @override("{\\"a\\":1}")',
    '@disposition("ask") @defer_reason("low_confidence")',
  ])("is refused: %s", (annotations) => {
    expect(refusal(bundleOf(PERMIT_ALL, forbid(annotations)))).toMatch(/^policy p1, line \d+: @/);
  });

  it.each([
    '@disposition("ask")\npermit (principal, action, resource);',
    '@risk("low")\npermit (principal, action, resource);',
  ])("is refused: a permit with the terms of an objection", (policy) => {
    expect(refusal(bundleOf(policy))).toMatch(/^policy p0, line 1: @\w+ has no meaning on a permit$/);
  });

  it.each([
    ["forbid (principal, action, resource) when { foo };", "invalid variable"],
    ["forbid (principal, action, resource)", "unexpected end"],
    ["permit (principal, action, resource); permit (principal, action, resource);", "unexpected token"],
    ["", "unexpected end"],
    ["forbid (principal == ?principal, action, resource);", "template"],
  ])("is refused as Cedar: %s", (policy, problem) => {
    expect(refusal(bundleOf(policy))).toMatch(/^policy p0, line 1: /);
    expect(refusal(bundleOf(policy))).toContain(problem);
  });

  it("names the line of a mistake after text beyond ASCII", () => {
    expect(
      refusal(bundleOf("// \u00e9\u00e9\u00e9\u{1f600}\nforbid (principal, action, resource)\nwhen { foo };")),
    ).toContain("line 3");
  });

  it.each([
    ['forbid (principal, action == Action::"steps/toolCallRequst", resource);', "is not a method of ACS"],
    ['forbid (principal, action in [Action::"steps/userMessage", Action::"x"], resource);', "is not a method of ACS"],
    ['forbid (principal, action == NS::Action::"steps/userMessage", resource);', "must be of type Action"],
    ['forbid (principal, action == Action::"protocols/MCP/tools/call", resource);', "judged as"],
    [
      'forbid (principal, action == Action::"wrapped:mcp-2025-06-18/prompts/get", resource);',
      "protocols/MCP/prompts/get",
    ],
    ['forbid (principal, action == Action::"protocols/mcp/prompts/get", resource);', "protocols/MCP/prompts/get"],
    ['forbid (principal == User::"alice", action, resource);', "principal must be of type Agent"],
    ["forbid (principal is User, action, resource);", "principal must be of type Agent"],
    ['forbid (principal, action, resource == tool::"shell");', "resource must be of type Tool or Session"],
    ["forbid (principal, action, resource is Tools);", "resource must be of type Tool or Session"],
  ])("is refused because its scope can never be met: %s", (policy, problem) => {
    expect(refusal(bundleOf(policy))).toContain(problem);
  });

  it("is refused when an approver group is not declared", () => {
    const bundle = {
      ...bundleOf(PERMIT_ALL, forbid('@disposition("ask") @approvers("finanse")')),
      groups: ["finance"],
    };
    expect(refusal(bundle)).toContain("finanse");
    const fine = {
      ...bundleOf(PERMIT_ALL, forbid('@disposition("ask") @approvers("finance,approvers")')),
      groups: ["finance"],
    };
    expect(refusal(fine)).toBe("");
  });

  it("is refused when it is not the one that its digest names", () => {
    const row = policyRow(DEFAULT_BUNDLE);
    const loaded = engine.load({ ...row, content: `${row.content} ` });
    expect(loaded.ok ? "" : loaded.failure.reason).toBe("bundle_digest_mismatch");
  });
});

describe("a loaded bundle", () => {
  it("names digest and epoch", () => {
    const row = { ...policyRow(DEFAULT_BUNDLE), epoch: 7n };
    const loaded = engine.load(row);
    expect(loaded.ok && [loaded.value.digest, loaded.value.epoch]).toEqual([row.digest, 7n]);
  });

  it("carries all terms of a rule", () => {
    const policy = forbid(
      '@disposition("ask") @approvers("security, finance") @votes("2") @timeout("60") @use_within("30") @risk("critical") @reason("Why.") @code("why") @override("{\\"amount\\":500}") @redact("/arguments/note/value")',
    );
    expect(loadBundle(bundleOf(PERMIT_ALL, policy)).evaluate(toolStep("t")).findings).toEqual([
      {
        rule_id: "p1",
        disposition: "ask",
        paradigm: "cedar",
        reason: "Why.",
        reason_code: "why",
        risk: "critical",
        approvers: "finance,security",
        votes: 2,
        timeout_s: 60,
        use_within_s: 30,
        modifications: { redactions: [{ path: "/arguments/note/value" }], parameter_overrides: { amount: 500 } },
      },
    ]);
  });

  it("gives defaults to a rule that only defers", () => {
    const { findings } = loadBundle(bundleOf(PERMIT_ALL, forbid('@disposition("defer")'))).evaluate(toolStep("t"));
    expect(findings).toMatchObject([
      {
        disposition: "defer",
        defer_reason: "insufficient_context",
        timeout_s: 300,
        risk: "medium",
        reason: "Policy p1 objects.",
      },
    ]);
  });

  it("denies by a forbid without annotations", () => {
    expect(
      summary(loadBundle(bundleOf(PERMIT_ALL, "forbid (principal, action, resource);")).evaluate(toolStep("t"))),
    ).toBe("deny p1");
  });

  it("asks only about what something permits", () => {
    const ask = forbid('@disposition("ask")');
    expect(loadBundle(bundleOf(PERMIT_ALL, ask)).evaluate(toolStep("t")).permitted).toBe(true);
    expect(loadBundle(bundleOf(PERMIT_ALL, ask)).evaluate(toolStep("t")).permits).toEqual(["p0"]);
    const bare = loadBundle(bundleOf(ask)).evaluate(toolStep("t"));
    expect([summary(bare), bare.permitted]).toEqual(["ask p0", false]);
  });

  it("stays correct when many others were loaded after it", () => {
    const first = loadBundle(bundleOf(PERMIT_ALL, forbid('@code("first")')));
    expect(summary(first.evaluate(toolStep("t")))).toBe("deny first");
    for (let index = 0; index < 20; index += 1) {
      const other = loadBundle(bundleOf(PERMIT_ALL, forbid(`@code("other_${index}")`)));
      expect(summary(other.evaluate(toolStep("t")))).toBe(`deny other_${index}`);
    }
    expect(summary(first.evaluate(toolStep("t")))).toBe("deny first");
  });
});
