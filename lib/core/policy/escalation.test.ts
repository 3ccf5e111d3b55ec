import { describe, expect, it } from "vitest";
import { type ComposeInput, type Conclusion, compose } from "./compose";
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

describe("an escalation", () => {
  it("takes the strictest terms of every rule that wants one", () => {
    const { ask } = conclude([
      finding("ask", { rule_id: "a", approvers: "approvers", votes: 1, timeout_s: 900, use_within_s: 60, risk: "low" }),
      finding("ask", {
        rule_id: "b",
        approvers: "security,finance",
        votes: 2,
        timeout_s: 300,
        use_within_s: 600,
        risk: "critical",
      }),
      finding("defer", { rule_id: "c", approvers: "finance", timeout_s: 1200 }),
    ]);
    expect(ask).toEqual({
      approvers: "finance,security",
      votes: 2,
      timeout_s: 300,
      use_within_s: 60,
      risk: "critical",
      discharges: [
        { rule_id: "a", disposition: "ask" },
        { rule_id: "b", disposition: "ask" },
        { rule_id: "c", disposition: "defer" },
      ],
    });
  });

  it("of a deferral says why", () => {
    const { defer } = conclude([finding("defer", { defer_reason: "low_confidence" })]);
    expect(defer).toMatchObject({ reason: "low_confidence", approvers: "approvers", votes: 1 });
  });
});

describe("an approval", () => {
  const discharged = [{ rule_id: "r-ask", disposition: "ask" as const, votes: 1, approvers: "approvers" }];

  it("settles what it names", () => {
    expect(conclude([finding("ask")], { discharged })).toMatchObject({ disposition: "allow", findings: [] });
  });

  it.each<[string, Finding, string]>([
    ["another rule", finding("ask", { rule_id: "r-2" }), "ask"],
    ["the same rule when it now denies", finding("deny", { rule_id: "r-ask" }), "deny"],
    ["the same rule when it now defers", finding("defer", { rule_id: "r-ask" }), "defer"],
    ["the same rule when it now wants more people", finding("ask", { votes: 2 }), "ask"],
    ["the same rule when it now wants another group", finding("ask", { approvers: "finance" }), "ask"],
  ])("does not settle %s", (_, rule, disposition) => {
    expect(conclude([rule], { discharged }).disposition).toBe(disposition);
  });
});
