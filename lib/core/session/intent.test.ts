import { describe, expect, it } from "vitest";
import { fromPlainObject } from "../json/build";
import { covers, fits } from "./capability";
import { EMPTY_CONTEXT, type IntentGrant, type SessionContext } from "./context";
import { effectiveCapabilities, GRANTS_BOUND, grantIntent, intentDigest, intentOf, PARSED_BOUND } from "./intent";
import { contextText } from "./stored";

const intent = (value: object) => intentOf(fromPlainObject(value), "s-1");
const digest = (value: object) => intentDigest(fromPlainObject(value));
const withParsed = (parsed: readonly object[], more: object = {}): SessionContext => ({
  ...EMPTY_CONTEXT,
  intent: intent({ parsed, ...more }),
});
const grant = (tool: string, more: Partial<IntentGrant> = {}): IntentGrant => ({
  capabilities: [{ tool }],
  approval_id: "ap-1",
  approver: "u-1",
  entry_id: "e-1",
  ...more,
});

describe("an Intent", () => {
  it("is the same when its capabilities come in another order, twice, with unknown members or from another parse", () => {
    const a = {
      raw: "r",
      parsed: [{ tool: "x" }, { operation: "read", tool: "y" }],
      parser_provenance: { provenance_id: "p1" },
    };
    const b = {
      raw: "r",
      parsed: [{ tool: "y", operation: "read", note: 1 }, { tool: "x" }, { tool: "x" }],
      extra: true,
    };
    expect(digest(a)).toBe(digest(b));
  });

  it.each([
    ["another tool", { raw: "r", parsed: [{ tool: "z" }] }],
    ["no capabilities", { raw: "r" }],
    ["an empty list of them", { raw: "r", parsed: [] }],
    ["another mode", { raw: "r", parsed: [{ tool: "x" }], scope_mode: "strict" }],
    ["other words", { raw: "other", parsed: [{ tool: "x" }] }],
  ])("differs with %s", (_, other) => {
    expect(digest(other)).not.toBe(digest({ raw: "r", parsed: [{ tool: "x" }] }));
  });

  it("that is more than a session keeps is none", () => {
    const many = Array.from({ length: PARSED_BOUND + 1 }, (_, i) => ({ tool: `t${i}` }));
    expect(intent({ parsed: many })).toBeNull();
    expect(intent({ parsed: [{ resource: "x".repeat(7000) }] })).toBeNull();
    expect(intent({ parsed: ["summarize.read"] })).toBeNull();
    expect(intent({ raw: "x".repeat(100_000) })?.raw?.length).toBeLessThan(2100);
  });
});

describe("a grant", () => {
  it("extends what the session may do", () => {
    const context = grantIntent(withParsed([{ tool: "a" }]), grant("b"));
    expect(effectiveCapabilities(context.intent)).toEqual([{ tool: "a" }, { tool: "b" }]);
  });

  it("changes nothing without an Intent, nor in a strict one", () => {
    expect(grantIntent(EMPTY_CONTEXT, grant("b"))).toBe(EMPTY_CONTEXT);
    const strict = withParsed([{ tool: "a" }], { scope_mode: "strict" });
    expect(grantIntent(strict, grant("b"))).toBe(strict);
  });

  it("changes nothing when there is no room for it", () => {
    let context = withParsed([]);
    for (let i = 0; i < GRANTS_BOUND; i += 1) context = grantIntent(context, grant(`t${i}`));
    expect(context.intent?.grants).toHaveLength(GRANTS_BOUND);
    expect(grantIntent(context, grant("one more"))).toBe(context);
    const small = withParsed([]);
    expect(grantIntent(small, grant("x".repeat(6000)))).toBe(small);
  });

  it("leaves the text of the context the same but for the grant", () => {
    const context = grantIntent(withParsed([{ tool: "a" }]), grant("b"));
    expect(contextText({ ...context, intent: context.intent && { ...context.intent, grants: [] } })).toBe(
      contextText(withParsed([{ tool: "a" }])),
    );
  });
});

describe("a capability", () => {
  it("covers what it does not name, and nothing that lacks what it names", () => {
    expect(covers({}, { tool: "t", resource: "r" })).toBe(true);
    expect(covers({ tool: "t" }, { tool: "t", operation: "write" })).toBe(true);
    expect(covers({ tool: "t", resource: "r" }, { tool: "t" })).toBe(false);
    expect(covers({ tool: "t" }, { tool: "u" })).toBe(false);
  });

  it.each([
    ["docs/*", "docs/a/b", true],
    ["docs/*", "docs/", false],
    ["docs/*", "docs/../etc/passwd", false],
    ["docs/*", "docs/%2e%2e/etc", false],
    ["docs/*", "docs/%2E%2E%2fetc", false],
    ["docs/*", "docs\\..\\etc", false],
    ["docs/*", "docs/..", false],
    ["docs/*", "docs/..hidden", true],
    ["docs/*", "docsother", false],
    ["docs*", "docsother", false],
    ["email.*", "email.send", true],
    ["*", "anything", true],
    ["a", "A", false],
    ["docs/*", "docs/*", true],
  ])("with the pattern %s and the text %s: %s", (pattern, text, expected) => {
    expect(fits(pattern, text)).toBe(expected);
  });
});
