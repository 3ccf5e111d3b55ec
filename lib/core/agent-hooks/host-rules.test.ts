import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../json/value";
import { DEFAULT_BUNDLE } from "../policy/default-bundle";
import type { HostRule } from "../wire/agent-hooks";
import { applyHostRules } from "./host-rules";

const deny = (find: string, reason = "no"): HostRule => ({
  id: `deny-${reason}`,
  at: ["pre_model_call"],
  find,
  verdict: { decision: "deny", reason },
});
const swap = (find: string, replacement: string, reason = "swapped"): HostRule => ({
  id: `swap-${reason}`,
  at: ["pre_model_call"],
  find,
  verdict: { decision: "transform", reason, replacement },
});
const warn = (find: string, warning: string): HostRule => ({
  id: "warn",
  at: ["pre_model_call"],
  find,
  verdict: { decision: "allow", warning },
});

const apply = (rules: readonly HostRule[], target: JsonValue, modelId: string | null = "m-1") =>
  applyHostRules(rules, { point: "pre_model_call", target, modelId });

/** The rewritten target, or the decision where nothing was rewritten. */
const rewritten = (rules: readonly HostRule[], target: JsonValue): unknown => {
  const verdict = apply(rules, target);
  return verdict.decision === "transform" ? verdict.transform.value : verdict.decision;
};

describe("host rules", () => {
  it("allow what no rule matches, and points that no rule names", () => {
    expect(apply([deny("secret")], "harmless")).toEqual({ decision: "allow", warnings: [] });
    const elsewhere = applyHostRules([deny("secret")], { point: "output", target: "secret", modelId: null });
    expect(elsewhere.decision).toBe("allow");
  });

  it("replace every match inside the strings of a target, and nothing else", () => {
    const target = [{ role: "user", content: ["pay acct_19 and acct_x-2.", 7, null, { deep: "acct_3" }] }];
    expect(rewritten([swap("acct_*", "[account]")], target)).toEqual([
      { role: "user", content: ["pay [account] and [account].", 7, null, { deep: "[account]" }] },
    ]);
  });

  it("take each match as long as it can be, from the left", () => {
    expect(rewritten([swap("ab*b", "X")], "abbb abcb.ab")).toBe("X X.ab");
    expect(rewritten([swap("abab", "X")], "ababab")).toBe("Xab");
  });

  it("need at least one character for a star, of letters, digits, _ and -", () => {
    expect(rewritten([swap("acct_*", "X")], "acct_ acct_é")).toBe("allow");
    expect(rewritten([swap("id=*;", "X")], "id=a b; id=;id=a-B_9;")).toBe("id=a b; id=;X");
  });

  it("read every other character literally", () => {
    expect(rewritten([swap("a.c(", "X")], "abc( a.c(")).toBe("abc( X");
  });

  it("replace text outside the basic plane whole", () => {
    expect(rewritten([swap("a\u{1f600}b", "X")], "\u{1f600}a\u{1f600}b\u{1f601}")).toBe("\u{1f600}X\u{1f601}");
  });

  it("do not match across strings", () => {
    expect(rewritten([swap("abcd", "X")], ["ab", "cd"])).toBe("allow");
  });

  it("let a denial beat a rewrite and a rewrite an allow, and keep every warning", () => {
    const rules = [warn("text", "seen"), swap("text", "X"), deny("text", "first"), deny("text", "second")];
    expect(apply(rules.slice(0, 2), "text")).toMatchObject({
      decision: "transform",
      reason: "swapped",
      warnings: [{ reason: "warn", message: "seen" }],
    });
    expect(apply([deny("text", "first"), warn("text", "seen"), deny("text", "second")], "text")).toEqual({
      decision: "deny",
      reason: "first",
      warnings: [{ reason: "warn", message: "seen" }, { reason: "second" }],
    });
  });

  it("give a later rule what an earlier one left", () => {
    expect(rewritten([swap("one", "two", "a"), swap("two", "three", "b")], "one")).toBe("three");
    expect(apply([swap("secret", "gone"), deny("secret")], "secret").decision).toBe("transform");
  });

  it("deny where the text to replace is the name of a member", () => {
    expect(apply([swap("acct_*", "X", "redacted")], { acct_1: 2 })).toMatchObject({
      decision: "deny",
      reason: "redacted",
    });
    expect(apply([deny("secret")], { secret_name: 1 }).decision).toBe("deny");
  });

  it("hold for the named models alone, and without `find` for whatever they are sent", () => {
    const rule: HostRule = { ...deny("x", "model"), models: ["m-2"] };
    const { find: _none, ...always } = rule;
    expect(apply([always], "anything", "m-1").decision).toBe("allow");
    expect(apply([always], "anything", null).decision).toBe("allow");
    expect(apply([always], "anything", "m-2").decision).toBe("deny");
  });

  it("keep a member called __proto__ what it is", () => {
    const target = JSON.parse('{"__proto__":"acct_1","constructor":"acct_2"}') as JsonValue;
    const value = rewritten([swap("acct_*", "X")], target) as object;
    expect(Object.entries(value)).toEqual([
      ["__proto__", "X"],
      ["constructor", "X"],
    ]);
  });
});

describe("the default host rules", () => {
  const rules = DEFAULT_BUNDLE.host_rules ?? [];

  it.each(["-----BEGIN PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----", "-----BEGIN OPENSSH PRIVATE KEY-----"])(
    "send no private key to a model: %s",
    (header) => {
      const target = [{ role: "user", content: `see ${header}\nMIIE` }];
      expect(applyHostRules(rules, { point: "pre_model_call", target, modelId: "m" })).toMatchObject({
        decision: "deny",
        reason: "private_key_in_prompt",
      });
    },
  );

  it("hide account numbers in answers", () => {
    const verdict = applyHostRules(rules, { point: "output", target: "Paid from acct_81-x.", modelId: null });
    expect(verdict).toMatchObject({
      decision: "transform",
      reason: "account_redacted",
      transform: { path: "$target", value: "Paid from [account]." },
    });
  });
});

describe("matching", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "-", " ", "."), maxLength: 40 });
  const pattern = fc
    .string({ unit: fc.constantFrom("a", "b", "-", " ", "*"), minLength: 1, maxLength: 8 })
    .filter((text) => !text.includes("**") && text !== "*");

  it("agrees with the regular expression that a pattern stands for", () => {
    fc.assert(
      fc.property(pattern, letters, (find, text) => {
        const source = find.replaceAll("*", "[A-Za-z0-9_-]+");
        const expected = text.replace(new RegExp(source, "g"), "#");
        const verdict = apply([swap(find, "#")], text);
        expect(verdict.decision === "transform" ? verdict.transform.value : text).toBe(expected);
      }),
    );
  });

  it("looks at each character a bounded number of times however often a pattern nearly matches", () => {
    // a backtracking matcher needs about length^7 steps for this
    const find = "a*a*a*a*a*a*!b";
    const text = `${"a".repeat(200_000)}!`;
    expect(apply([deny(find)], `${text} !b`).decision).toBe("allow");
  });

  it("leaves what it does not rewrite the very same", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const target = value as JsonValue;
        expect(apply([swap("\u0001\u0002\u0003", "x")], target)).toEqual({ decision: "allow", warnings: [] });
      }),
    );
  });

  it("leaves no match of a literal pattern whose replacement shares no character with it", () => {
    const literal = pattern.filter((text) => !text.includes("*"));
    fc.assert(
      fc.property(letters, literal, (text, find) => {
        const verdict = apply([swap(find, "#")], text);
        const left = verdict.decision === "transform" ? verdict.transform.value : text;
        expect(left).not.toContain(find);
      }),
    );
  });
});
