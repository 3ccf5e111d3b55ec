import { describe, expect, it } from "vitest";
import { fromPlain } from "../json/build";
import { canonicalText } from "../json/canonical";
import type { JsonValue } from "../json/value";
import type { Modifications } from "../policy/types";
import { applyModifications, parseModifications } from "./modifications";

const payload = fromPlain({
  tool: { name: "send_mail" },
  arguments: {
    to: { value: "a@b.test", provenance: { provenance_id: "p1", origin: "user_input" } },
    body: { value: { text: "secret", list: ["x", "y"] } },
    "a/b~c": { value: 1 },
  },
});

const judge = (value: unknown): string => {
  const result = parseModifications(fromPlain(value));
  return result.ok ? "ok" : result.failure.reason;
};

const apply = (m: Modifications, to: JsonValue = payload): string => {
  const result = applyModifications(to, m);
  return result.ok ? canonicalText(result.value) : `${result.failure.reason} ${result.failure.path}`.trim();
};

describe("parseModifications", () => {
  it.each([
    [{ modified_content: "safe" }],
    [{ redactions: [{ path: "/arguments/body/value/text" }] }],
    [{ redactions: [{ path: "/arguments/body" }], parameter_overrides: { to: "c@d.test" } }],
    [{ redactions: [], parameter_overrides: {} }],
    [{ redactions: [{ path: "/arguments/to" }, { path: "/arguments/to/value" }] }],
    [{ redactions: [{ path: "/arguments/to_other" }], parameter_overrides: { to: 1 } }],
  ])("accepts %j", (value) => {
    expect(judge(value)).toBe("ok");
  });

  it.each([
    [{}, "modifications_empty"],
    ["text", "modifications_invalid"],
    [{ redactions: [{}] }, "modifications_invalid"],
    [{ modified_content: 1 }, "modifications_invalid"],
    [{ parameter_overrides: [] }, "modifications_invalid"],
    [{ modified_content: "x", redactions: [] }, "modified_content_not_alone"],
    [{ modified_content: "x", parameter_overrides: {} }, "modified_content_not_alone"],
    [{ redactions: [{ path: "arguments" }] }, "pointer_malformed"],
    [{ redactions: [{ path: "/a~2" }] }, "pointer_malformed"],
    [{ redactions: [{ path: "/a~" }] }, "pointer_malformed"],
    [{ redactions: [{ path: "/arguments/to" }], parameter_overrides: { to: 1 } }, "edits_overlap"],
    [{ redactions: [{ path: "/arguments/to/value/x" }], parameter_overrides: { to: 1 } }, "edits_overlap"],
    [{ redactions: [{ path: "/arguments" }], parameter_overrides: { to: 1 } }, "edits_overlap"],
    [{ redactions: [{ path: "" }], parameter_overrides: { to: 1 } }, "edits_overlap"],
    [{ redactions: [{ path: "/arguments/a~1b~0c/value" }], parameter_overrides: { "a/b~c": 1 } }, "edits_overlap"],
  ])("refuses %j", (value, reason) => {
    expect(judge(value)).toBe(reason);
  });

  it("finds overlaps where a wrapped MCP message keeps its arguments", () => {
    const value = fromPlain({ redactions: [{ path: "/params/arguments/to" }], parameter_overrides: { to: 1 } });
    expect(parseModifications(value).ok).toBe(true);
    expect(parseModifications(value, "mcp").ok).toBe(false);
  });
});

describe("applyModifications", () => {
  it("overrides the value and keeps its provenance", () => {
    const changed = apply({ parameter_overrides: { to: "c@d.test" } });
    expect(changed).toContain('"to":{"provenance":{"origin":"user_input","provenance_id":"p1"},"value":"c@d.test"}');
  });

  it("redacts in place, also inside arrays and escaped names", () => {
    const redactions = [
      { path: "/arguments/body/value/list/1" },
      { path: "/arguments/body/value/text", replacement: "-" },
      { path: "/arguments/a~1b~0c/value" },
    ];
    const changed = apply({ redactions });
    expect(changed).toContain('"body":{"value":{"list":["x","[REDACTED]"],"text":"-"}}');
    expect(changed).toContain('"a/b~c":{"value":"[REDACTED]"}');
  });

  it("replaces the whole payload by modified_content", () => {
    expect(apply({ modified_content: "safe text" })).toBe('"safe text"');
  });

  it("leaves the original untouched", () => {
    const before = canonicalText(payload);
    apply({ parameter_overrides: { to: 1 }, redactions: [{ path: "/tool/name" }] });
    expect(canonicalText(payload)).toBe(before);
  });

  it("applies edits to a wrapped MCP message", () => {
    const mcp = fromPlain({ jsonrpc: "2.0", method: "tools/call", params: { name: "t", arguments: { a: 1 } } });
    const result = applyModifications(mcp, { parameter_overrides: { a: 2 } }, "mcp");
    expect(result.ok && canonicalText(result.value)).toContain('"arguments":{"a":2}');
  });

  it.each<[Modifications, string]>([
    [{ parameter_overrides: { absent: 1 } }, "target_missing /arguments/absent/value"],
    [{ parameter_overrides: { toString: 1 } }, "target_missing /arguments/toString/value"],
    [{ redactions: [{ path: "/arguments/body/value/list/2" }] }, "target_missing /arguments/body/value/list/2"],
    [{ redactions: [{ path: "/arguments/body/value/list/01" }] }, "target_missing /arguments/body/value/list/01"],
    [{ redactions: [{ path: "/arguments/body/value/list/-" }] }, "target_missing /arguments/body/value/list/-"],
    [{ redactions: [{ path: "/tool/name/x" }] }, "target_missing /tool/name/x"],
    [{ redactions: [{ path: "/constructor" }] }, "target_missing /constructor"],
    [{ redactions: [{ path: "" }] }, "target_missing"],
    [
      { redactions: [{ path: "/arguments/to" }, { path: "/arguments/to/value" }] },
      "target_missing /arguments/to/value",
    ],
  ])("applies nothing when a target is not there: %j", (m, expected) => {
    expect(apply(m)).toBe(expected);
  });

  it("overrides an argument called __proto__ without touching a prototype", () => {
    const odd = fromPlain(JSON.parse('{"arguments":{"__proto__":{"value":1}}}'));
    const m = fromPlain(JSON.parse('{"parameter_overrides":{"__proto__":2}}')) as Modifications;
    expect(apply(m, odd)).toBe('{"arguments":{"__proto__":{"value":2}}}');
  });

  it("refuses illegal edits before any is made", () => {
    expect(apply({ modified_content: "x", redactions: [] })).toBe("modified_content_not_alone");
  });
});
