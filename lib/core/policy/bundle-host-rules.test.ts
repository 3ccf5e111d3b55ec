import { describe, expect, it } from "vitest";
import { nobleCrypto } from "../crypto-noble";
import type { HostRule } from "../wire/agent-hooks";
import { bundleDigest, bundleText, DEFAULT_SETTINGS, type PolicyBundle, parseBundle } from "./bundle";
import { DEFAULT_BUNDLE } from "./default-bundle";

const BARE: PolicyBundle = {
  v: "guardian-bundle/1",
  name: "test",
  settings: DEFAULT_SETTINGS,
  policies: [{ id: "a", text: "permit (principal, action, resource);" }],
};
const RULE: HostRule = {
  id: "r1",
  at: ["pre_model_call"],
  find: "acct_*",
  models: ["m-1"],
  verdict: { decision: "deny", reason: "no_accounts", message: "No accounts." },
};

const withRules = (...rules: readonly unknown[]) => JSON.stringify({ ...BARE, host_rules: rules }, null, 1);
const fieldOf = (text: string): string | null => {
  const result = parseBundle(text);
  return result.ok ? null : result.failure.field;
};

describe("host rules of a bundle", () => {
  it("are read back as they were written", () => {
    const text = bundleText({ ...BARE, host_rules: [RULE] });
    const read = parseBundle(text);
    expect(read.ok && bundleText(read.value)).toBe(text);
    expect(read.ok && read.value.host_rules).toEqual([RULE]);
  });

  it("leave the digest of a bundle without any as it was", () => {
    expect(bundleText(BARE)).not.toContain("host_rules");
    expect(bundleDigest(nobleCrypto, bundleText(BARE))).toBe(
      "sha256:f66d02352e8df2f5859907983dc7e2b6267a33cebeaee76c34d1df35b776acc8",
    );
  });

  it("of the default bundle mean something", () => {
    expect(fieldOf(bundleText(DEFAULT_BUNDLE))).toBeNull();
    expect(DEFAULT_BUNDLE.host_rules?.length).toBeGreaterThan(0);
  });

  const transform = { decision: "transform", reason: "r", replacement: "x" };
  it.each<[string, object, string]>([
    ["an unknown member", { ...RULE, when: "now" }, "host_rules[0].when"],
    ["an odd id", { ...RULE, id: "A b" }, "host_rules[0].id"],
    ["no points", { ...RULE, at: [] }, "host_rules[0].at"],
    ["an unknown point", { ...RULE, at: ["pre_think"] }, "host_rules[0].at[0]"],
    ["text too short to mean anything", { ...RULE, find: "a*b" }, "host_rules[0].find"],
    ["text too long", { ...RULE, find: "a".repeat(101) }, "host_rules[0].find"],
    ["two stars that touch", { ...RULE, find: "acct**" }, "host_rules[0].find"],
    ["a regular expression", { ...RULE, find: { pattern: "a+" } }, "host_rules[0].find"],
    ["no models", { ...RULE, models: [] }, "host_rules[0].models"],
    ["models where none is called", { ...RULE, at: ["output"] }, "host_rules[0].models"],
    ["no verdict", { ...RULE, verdict: null }, "host_rules[0].verdict"],
    ["another decision", { ...RULE, verdict: { decision: "ask", reason: "r" } }, "host_rules[0].verdict.decision"],
    ["an inherited decision", { ...RULE, verdict: { decision: "toString" } }, "host_rules[0].verdict.decision"],
    ["a deny without a reason", { ...RULE, verdict: { decision: "deny" } }, "host_rules[0].verdict.reason"],
    [
      "a reason reserved for the host",
      { ...RULE, verdict: { decision: "deny", reason: "host_error:no_interceptor" } },
      "host_rules[0].verdict.reason",
    ],
    ["a transform of nothing", { id: "r", at: ["output"], verdict: transform }, "host_rules[0].find"],
    [
      "a transform where nothing can be replaced",
      { id: "r", at: ["agent_shutdown"], find: "acct_*", verdict: transform },
      "host_rules[0].at",
    ],
    ["an allow without a warning", { ...RULE, verdict: { decision: "allow" } }, "host_rules[0].verdict.warning"],
  ])("are refused: %s", (_, rule, field) => {
    expect(fieldOf(withRules(rule))).toBe(field);
  });

  it("are refused when there are too many, or two of one id", () => {
    const many = Array.from({ length: 51 }, (_, index) => ({ ...RULE, id: `r${index}` }));
    expect(fieldOf(withRules(...many))).toBe("host_rules");
    expect(fieldOf(withRules(...many.slice(0, 50)))).toBeNull();
    expect(fieldOf(withRules(RULE, RULE))).toBe("host_rules[1].id");
  });

  it("are refused with the line of the fault", () => {
    const result = parseBundle(withRules({ ...RULE, find: "a" }));
    expect(result.ok).toBe(false);
    expect(result.ok || result.failure.message).toMatch(
      /line \d+: host_rules\[0\]\.find must have 3 to 100 characters/,
    );
  });
});
