import { describe, expect, it } from "vitest";
import { readJsonText } from "../core/json/read";
import type { JsonValue } from "../core/json/value";
import type { EngineResult } from "../core/policy/types";
import { bundleOf, loadBundle, PERMIT_ALL, summary, toolStep } from "../testing/policies";

const evaluate = (policy: string, args: { readonly [name: string]: JsonValue }): EngineResult =>
  loadBundle(bundleOf(PERMIT_ALL, policy)).evaluate(toolStep("t", args));

describe("a rule that fails", () => {
  it("denies and names the policy and why", () => {
    const { findings } = evaluate("forbid (principal, action, resource) when { context.args.amount > 500 };", {
      amount: "x",
    });
    expect(findings).toEqual([
      {
        rule_id: "p1",
        disposition: "deny",
        paradigm: "cedar",
        reason_code: "policy_error",
        reason: "Policy p1 failed on this step: type error: expected long, got string.",
      },
    ]);
  });

  it.each([
    "forbid (principal, action, resource) when { context.args.amount > 500 };",
    '@disposition("ask") forbid (principal, action, resource) when { context.args.amount > 500 };',
    "permit (principal, action, resource) when { context.args.amount > 500 };",
  ])("denies a step without the argument, for %s", (policy) => {
    expect(summary(evaluate(policy, {}))).toBe("deny policy_error");
  });

  it.each([
    "context.args.x > 5",
    'context.args.x like "a*"',
    "context.args.x.y == 1",
    'context.args.x.contains("a")',
    'context.args.x.lessThan(decimal("1.0"))',
  ])("denies null in %s", (condition) => {
    expect(summary(evaluate(`forbid (principal, action, resource) when { ${condition} };`, { x: null }))).toBe(
      "deny policy_error",
    );
  });
});

describe("arguments that policy cannot hold", () => {
  const never = "forbid (principal, action, resource) when { false };";

  it.each([840.12345, 0.1 + 0.2, 1e-7, 1e21, 1e300, 922337203685477.6])("denies the number %s by name", (x) => {
    expect(summary(evaluate(never, { x }))).toBe("deny policy_input_unrepresentable");
  });

  it("denies it at any depth and says where", () => {
    const { findings } = evaluate(never, { a: { "b/c": [1, { d: 1.00001 }] } });
    expect(findings[0]?.reason).toContain("/a/b~1c/1/d");
  });

  it.each<JsonValue>([
    { __entity: { type: "Agent", id: "x" } },
    { __extn: { fn: "decimal", arg: "1.0" } },
    { __expr: "1" },
  ])("refuses the Cedar escape %j", (x) => {
    expect(summary(evaluate(never, { x }))).toBe("deny policy_input_reserved_member");
    expect(summary(evaluate(never, { a: [{ x }] }))).toBe("deny policy_input_reserved_member");
    expect(summary(evaluate(never, x as { [name: string]: JsonValue }))).toBe("deny policy_input_reserved_member");
  });

  it("denies what is nested beyond its depth, and keeps answering", () => {
    let deep: JsonValue = 1;
    for (let i = 0; i < 120; i += 1) deep = i % 2 ? [deep] : { a: deep };
    expect(summary(evaluate(never, { deep }))).toBe("deny policy_input_unrepresentable");
    expect(summary(evaluate(never, { x: 1 }))).toBe("allow");
  });
});

describe("arguments as data", () => {
  const json = (text: string): JsonValue => {
    const read = readJsonText(text);
    if (!read.ok) throw new Error(read.failure.message);
    return read.value;
  };

  it("sees a member called __proto__ and never inherits", () => {
    const made: { [name: string]: JsonValue } = Object.create(null);
    made.cfg = json('{"__proto__":{"scope":"production"}}');
    expect(summary(evaluate("forbid (principal, action, resource) when { context.args.cfg has scope };", made))).toBe(
      "allow",
    );
    const rule = 'forbid (principal, action, resource) when { context.args.cfg["__proto__"].scope == "production" };';
    expect(summary(evaluate(rule, made))).toBe("deny p1");
  });

  it("does not read text as Cedar", () => {
    const rule = 'forbid (principal, action, resource) when { context.args.x == "Agent::\\"a\\"" };';
    expect(summary(evaluate(rule, { x: 'Agent::"a"' }))).toBe("deny p1");
    expect(
      summary(
        evaluate('forbid (principal == Agent::"root", action, resource);', { x: 'root", action, resource); //' }),
      ),
    ).toBe("allow");
  });

  it("keeps whole numbers whole and others exact", () => {
    expect(
      summary(
        evaluate("forbid (principal, action, resource) when { context.args.x == 9007199254740991 };", {
          x: 9007199254740991,
        }),
      ),
    ).toBe("deny p1");
    expect(
      summary(evaluate('forbid (principal, action, resource) when { context.args.x == decimal("0.1") };', { x: 0.1 })),
    ).toBe("deny p1");
    expect(
      summary(
        evaluate('forbid (principal, action, resource) when { context.numbers.x == decimal("0.0") };', { x: -0 }),
      ),
    ).toBe("deny p1");
  });

  it("tells null from absence", () => {
    const rule = 'forbid (principal, action, resource) when { context.args has x && context.args.x == Null::"null" };';
    expect(summary(evaluate(rule, { x: null }))).toBe("deny p1");
    expect(summary(evaluate(rule, {}))).toBe("allow");
  });
});
