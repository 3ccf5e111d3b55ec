import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPlain } from "../json/build";
import { parseModifications } from "../wire/modifications";
import { type Conclusion, compose } from "./compose";
import type { Finding } from "./types";

const finding = (disposition: Finding["disposition"], more: Partial<Finding> = {}): Finding => ({
  rule_id: `r-${disposition}`,
  disposition,
  paradigm: "cedar",
  reason: `Because of ${disposition}.`,
  ...more,
});

const conclude = (findings: readonly Finding[]): Conclusion =>
  compose({ findings, permitted: true, bundle_digest: "sha256:bundle" });

const override = (value: number | string) => ({ modifications: { parameter_overrides: { to: value } } });

describe("edits of several rules", () => {
  it.each<[string, readonly Partial<Finding>[]]>([
    ["one argument, two values", [override("a"), override("b")]],
    [
      "a redaction inside an overridden argument",
      [override("a"), { modifications: { redactions: [{ path: "/arguments/to/value/x" }] } }],
    ],
    ["a redaction around one", [override("a"), { modifications: { redactions: [{ path: "/arguments" }] } }]],
    [
      "a redaction of the same MCP argument",
      [override("a"), { modifications: { redactions: [{ path: "/params/arguments/to" }] } }],
    ],
    [
      "nested redactions",
      [{ modifications: { redactions: [{ path: "/a" }] } }, { modifications: { redactions: [{ path: "/a/b" }] } }],
    ],
    [
      "one path, two replacements",
      [
        { modifications: { redactions: [{ path: "/a", replacement: "x" }] } },
        { modifications: { redactions: [{ path: "/a" }] } },
      ],
    ],
    ["two contents", [{ modifications: { modified_content: "a" } }, { modifications: { modified_content: "b" } }]],
    ["a content and an edit", [{ modifications: { modified_content: "a" } }, override("a")]],
    ["an unreadable path", [override("a"), { modifications: { redactions: [{ path: "arguments" }] } }]],
  ])("deny when they conflict: %s", (_, edits) => {
    const rules = edits.map((edit, index) => finding("modify", { rule_id: `r${index}`, ...edit }));
    expect(conclude(rules)).toMatchObject({ disposition: "deny", modifications: null });
    expect(conclude(rules).reason_codes).toContain("conflicting_modifications");
    expect(conclude([...rules].reverse())).toEqual(conclude(rules));
  });

  it("are joined when they do not", () => {
    const rules = [
      finding("modify", {
        rule_id: "a",
        modifications: { parameter_overrides: { to: "x" }, redactions: [{ path: "/arguments/note/value" }] },
      }),
      finding("modify", { rule_id: "b", modifications: { parameter_overrides: { amount: 5, to: "x" } } }),
      finding("modify", { rule_id: "c" }),
    ];
    expect(fromPlain(conclude(rules).modifications)).toEqual(
      fromPlain({ redactions: [{ path: "/arguments/note/value" }], parameter_overrides: { amount: 5, to: "x" } }),
    );
  });

  it("are always lawful on the wire, whatever they are", () => {
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
    const rules = fc.array(
      fc.record({
        rule_id: fc.constantFrom("r1", "r2"),
        disposition: fc.constantFrom("ask" as const, "modify" as const),
        modifications,
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(rules, (list) => {
        const { modifications: edits } = conclude(list.map((rule) => finding(rule.disposition, rule)));
        const kinds = ["step", "mcp"] as const;
        expect(edits === null || kinds.every((kind) => parseModifications(fromPlain(edits), kind).ok)).toBe(true);
      }),
    );
  });
});
