import { preparsePolicySet, statefulIsAuthorized } from "@cedar-policy/cedar-wasm/nodejs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PolicyBundle } from "../core/policy/bundle";
import { bundleOf, loadBundle, PERMIT_ALL, summary, toolStep } from "../testing/policies";
import { parseRules } from "./cedar-rules";
import { Slices } from "./cedar-slices";

const METHODS = ["steps/toolCallRequest", "steps/toolCallResult", "steps/userMessage"];
const TOOLS = ["shell", "pay", "re\u0430d"];

const action = fc.oneof(
  fc.constant("action"),
  fc.constantFrom(...METHODS).map((method) => `action == Action::"${method}"`),
  fc.constantFrom(...METHODS).map((method) => `action in Action::"${method}"`),
  fc.subarray(METHODS, { minLength: 1 }).map((list) => `action in [${list.map((m) => `Action::"${m}"`).join(", ")}]`),
);
const resource = fc.oneof(
  fc.constantFrom("resource", "resource is Tool", "resource is Session", 'resource == Session::"s"'),
  fc.constantFrom(...TOOLS).map((tool) => `resource == Tool::"${tool}"`),
  fc.constantFrom(...TOOLS).map((tool) => `resource is Tool in Tool::"${tool}"`),
);
const policy = fc
  .tuple(
    fc.constantFrom("permit", "forbid"),
    action,
    resource,
    fc.constantFrom(
      "",
      " when { context.x > 1 }",
      " unless { context.x == 2 }",
      ' when { context.text like "read*" }',
      ' when { decimal("1.50").lessThan(decimal("2.0")) && [1, "a"].contains(context.x) }',
      " when { context.missing > 1 }",
      " when { context.text > 1 }",
      " when { if context has y then context.y else principal is Agent }",
    ),
  )
  .map(([effect, act, res, clause]) => `${effect} (principal, ${act}, ${res})${clause};`);

interface Answer {
  readonly satisfied: readonly string[];
  readonly errors: readonly string[];
}

function call(set: string | null, method: string, tool: string | undefined): Answer {
  if (set === null) return { satisfied: [], errors: [] };
  const answer = statefulIsAuthorized({
    principal: { type: "Agent", id: "a" },
    action: { type: "Action", id: method },
    resource: tool === undefined ? { type: "Session", id: "s" } : { type: "Tool", id: tool },
    context: { x: 2, text: "read me" },
    preparsedPolicySetId: set,
    entities: [],
  });
  if (answer.type === "failure") throw new Error(answer.errors[0]?.message);
  const { reason, errors } = answer.response.diagnostics;
  return { satisfied: [...reason].sort(), errors: errors.map((error) => error.policyId).sort() };
}

/** Every policy by itself, from its own text: Cedar then names it whatever its effect. */
function oneByOne(bundle: PolicyBundle, method: string, tool: string | undefined): Answer {
  const answers = bundle.policies.map(({ id, text }) => {
    preparsePolicySet("alone", { staticPolicies: { [id]: text } });
    return call("alone", method, tool);
  });
  return {
    satisfied: answers.flatMap((answer) => answer.satisfied),
    errors: answers.flatMap((answer) => answer.errors),
  };
}

describe("a slice", () => {
  it("names the rules that hold, and those that fail, as each would by itself", () => {
    const method = fc.constantFrom(...METHODS, "steps/sessionEnd");
    const tool = fc.constantFrom(undefined, ...TOOLS, "read", "made-up");
    fc.assert(
      fc.property(fc.array(policy, { minLength: 1, maxLength: 6 }), method, tool, (texts, step, name) => {
        const bundle = bundleOf(...texts);
        const rules = parseRules(bundle);
        if (!rules.ok) throw new Error(rules.failure.message);
        const slices = new Slices(rules.value);
        expect(call(slices.for(step, name), step, name)).toEqual(oneByOne(bundle, step, name));
        slices.release();
      }),
      { numRuns: 80 },
    );
  });

  it("is shared by all the names that an agent makes up", () => {
    const rules = parseRules(bundleOf(PERMIT_ALL, '@tools("shell")\nforbid (principal, action, resource);'));
    if (!rules.ok) throw new Error(rules.failure.message);
    const slices = new Slices(rules.value);
    const first = slices.for("steps/toolCallRequest", "made-up-1");
    expect(slices.for("steps/toolCallRequest", "made-up-2")).toBe(first);
    expect(slices.for("steps/toolCallRequest", "shell")).not.toBe(first);
  });
});

describe("@tools", () => {
  const bundle = loadBundle(bundleOf(PERMIT_ALL, '@tools("shell, bash")\nforbid (principal, action, resource);'));

  it.each([
    ["shell", "deny p1"],
    ["bash", "deny p1"],
    ["Shell", "allow"],
    ["shell ", "allow"],
    ["\u0455hell", "allow"],
  ])("of %j is %s", (tool, expected) => {
    expect(summary(bundle.evaluate(toolStep(tool)))).toBe(expected);
  });

  it("and a scope that names a tool both have to fit", () => {
    const both = loadBundle(
      bundleOf(PERMIT_ALL, '@tools("shell")\nforbid (principal, action, resource == Tool::"bash");'),
    );
    expect(summary(both.evaluate(toolStep("shell")))).toBe("allow");
    expect(summary(both.evaluate(toolStep("bash")))).toBe("allow");
  });
});
