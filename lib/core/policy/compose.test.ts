import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPlain } from "../json/build";
import { canonicalText } from "../json/canonical";
import { type ComposeInput, type Conclusion, compareStrictness, compose } from "./compose";
import type { Finding } from "./types";

const BUNDLE = "sha256:bundle";

const finding = (disposition: Finding["disposition"], more: Partial<Finding> = {}): Finding => ({
  rule_id: `r-${disposition}`,
  disposition,
  paradigm: "cedar",
  reason: `Because of ${disposition}.`,
  ...more,
});

const conclude = (findings: readonly Finding[], more: Partial<ComposeInput> = {}): Conclusion =>
  compose({ findings, permitted: true, bundle_digest: BUNDLE, ...more });

const override = (value: number | string) => ({ modifications: { parameter_overrides: { to: value } } });

describe("composition", () => {
  it("allows what is permitted and nothing objects to", () => {
    const conclusion = conclude([], { permits: ["p2", "p1"] });
    expect(conclusion).toMatchObject({ disposition: "allow", reasoning: "", reason_codes: [], modifications: null });
    expect(conclusion.policy_references).toEqual([
      { policy_id: "p1", rule_id: "p1", policy_version: BUNDLE },
      { policy_id: "p2", rule_id: "p2", policy_version: BUNDLE },
    ]);
  });

  it("denies what nothing permits, even where a rule would only ask", () => {
    expect(conclude([], { permitted: false })).toMatchObject({ disposition: "deny", reason_codes: ["no_permit"] });
    const asked = conclude([finding("ask")], { permitted: false });
    expect(asked).toMatchObject({ disposition: "deny", ask: null });
    const discharged = [{ rule_id: "r-ask", disposition: "ask" as const }];
    expect(conclude([finding("ask")], { permitted: false, discharged }).disposition).toBe("deny");
  });

  it.each<[readonly Finding["disposition"][], string]>([
    [["modify", "defer", "ask", "deny"], "deny"],
    [["modify", "defer", "ask"], "ask"],
    [["modify", "defer"], "defer"],
    [["modify"], "modify"],
  ])("of %j is %s, and keeps every rule", (dispositions, strictest) => {
    const findings = dispositions.map((disposition) =>
      finding(disposition, disposition === "modify" ? override(1) : {}),
    );
    const conclusion = conclude(findings);
    expect(conclusion.disposition).toBe(strictest);
    expect(conclusion.findings).toHaveLength(dispositions.length);
    expect(conclusion.policy_references.map((reference) => reference.rule_id).sort()).toEqual(
      dispositions.map((disposition) => `r-${disposition}`).sort(),
    );
    for (const disposition of dispositions) expect(conclusion.reasoning).toContain(`Because of ${disposition}.`);
  });

  it("asks about the modified action, which is what an approval then covers", () => {
    const rules = [
      finding("modify", { rule_id: "a", modifications: { parameter_overrides: { to: "vendor-17" } } }),
      finding("ask", { rule_id: "b" }),
    ];
    const asked = conclude(rules);
    expect(asked.disposition).toBe("ask");
    expect(fromPlain(asked.modifications)).toEqual(fromPlain({ parameter_overrides: { to: "vendor-17" } }));
    const released = conclude(rules, { discharged: [{ rule_id: "b", disposition: "ask" }] });
    expect(released.disposition).toBe("modify");
    expect(released.settled.map((item) => item.rule_id)).toEqual(["b"]);
  });

  it("keeps the edits of a rule that asks and was settled", () => {
    const rule = finding("ask", { modifications: { parameter_overrides: { amount: 500 } } });
    expect(conclude([rule], { discharged: [{ rule_id: "r-ask", disposition: "ask" }] }).disposition).toBe("modify");
  });

  it("reports by paradigm, with codes of its own where a rule names none", () => {
    const conclusion = conclude([
      finding("ask", { reason_code: "refund_over_limit", risk: "high" }),
      finding("deny", { paradigm: "structural" }),
    ]);
    expect(conclusion.reason_codes).toEqual(["policy_denied", "refund_over_limit"]);
    expect(fromPlain(conclusion.policy_data)).toEqual(
      fromPlain({
        structural: { rules: [{ rule_id: "r-deny", disposition: "deny", reason: "Because of deny." }] },
        cedar: {
          rules: [
            {
              rule_id: "r-ask",
              disposition: "ask",
              reason: "Because of ask.",
              reason_code: "refund_over_limit",
              risk: "high",
            },
          ],
        },
      }),
    );
  });

  it("never leaves the reasoning empty", () => {
    expect(conclude([finding("deny", { reason: "  " })]).reasoning).toBe("Rule r-deny fired.");
    expect(conclude([], { permitted: false }).reasoning).not.toBe("");
  });
});

describe("whatever the findings are", () => {
  const modifications = fc.oneof(
    fc.constant(undefined),
    fc.record({
      parameter_overrides: fc.dictionary(fc.constantFrom("a", "b", "__proto__"), fc.integer({ min: 0, max: 1 })),
    }),
    fc.record({
      redactions: fc.array(fc.record({ path: fc.constantFrom("/arguments/a", "/x", "/x/y", "x", "") }), {
        maxLength: 2,
      }),
    }),
    fc.record({ modified_content: fc.constantFrom("c", "d") }),
  );
  const any: fc.Arbitrary<Finding> = fc.record({
    rule_id: fc.constantFrom("r1", "r2", "r3"),
    disposition: fc.constantFrom("deny", "ask", "defer", "modify"),
    paradigm: fc.constantFrom("cedar", "structural"),
    reason: fc.constantFrom("", "A.", "B."),
    risk: fc.constantFrom(undefined, "low", "critical"),
    votes: fc.constantFrom(undefined, 1, 2),
    approvers: fc.constantFrom(undefined, "finance", "security"),
    modifications,
  });
  const many = fc.array(any, { maxLength: 5 });
  const discharges = fc.array(
    fc.record({ rule_id: fc.constantFrom("r1", "r2"), disposition: fc.constantFrom("ask" as const, "defer" as const) }),
    { maxLength: 2 },
  );

  it("their order does not matter", () => {
    const shuffled = many.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, discharges, fc.boolean(), ([list, other], discharged, permitted) => {
        const text = (findings: readonly Finding[]) =>
          canonicalText(fromPlain(conclude(findings, { discharged, permitted })));
        expect(text(other)).toBe(text(list));
      }),
    );
  });

  it("one more finding never weakens the disposition", () => {
    fc.assert(
      fc.property(many, any, discharges, (list, more, discharged) => {
        const before = conclude(list, { discharged }).disposition;
        const after = conclude([...list, more], { discharged }).disposition;
        expect(compareStrictness(after, before)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("the disposition is at least as strict as every open rule, and a reason is always given", () => {
    fc.assert(
      fc.property(many, discharges, fc.boolean(), (list, discharged, permitted) => {
        const conclusion = conclude(list, { discharged, permitted });
        const rules = conclusion.findings.map((item) => item.disposition);
        expect(rules.every((rule) => compareStrictness(conclusion.disposition, rule) >= 0)).toBe(true);
        expect(conclusion.disposition === "allow").toBe(conclusion.reasoning === "");
        expect(conclusion.ask !== null).toBe(conclusion.disposition === "ask");
        expect(conclusion.defer !== null).toBe(conclusion.disposition === "defer");
        expect(permitted || conclusion.disposition === "deny").toBe(true);
      }),
    );
  });
});
