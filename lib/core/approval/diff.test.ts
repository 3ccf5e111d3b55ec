import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPlain } from "../json/build";
import { canonicalText } from "../json/canonical";
import { readJsonText } from "../json/read";
import type { JsonValue } from "../json/value";
import { diffActions } from "./diff";

const json = (text: string): JsonValue => {
  const read = readJsonText(text);
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
};

describe("the difference of two actions", () => {
  it("names what was approved and what was presented", () => {
    const approved = json('{"payload":{"arguments":{"amount":{"value":840},"to":{"value":"c"}}}}');
    const presented = json('{"payload":{"arguments":{"amount":{"value":8400},"to":{"value":"c"},"x":{"value":1}}}}');
    expect(diffActions(approved, presented)).toEqual([
      { path: "/payload/arguments/amount/value", kind: "changed", before: 840, after: 8400 },
      { path: "/payload/arguments/x", kind: "added", after: json('{"value":1}') },
    ]);
  });

  it.each([
    ['{"a":1}', "{}", "removed"],
    ["[1]", "[1,2]", "added"],
    ["[1,2]", "[2,1]", "changed"],
    ['"1"', "1", "changed"],
    ["null", "{}", "changed"],
    ['{"__proto__":1}', '{"__proto__":2}', "changed"],
    ["{}", '{"toString":1}', "added"],
  ])("of %s and %s is %s", (before, after, kind) => {
    expect(diffActions(json(before), json(after))[0]?.kind).toBe(kind);
  });

  it("escapes names in its pointers", () => {
    expect(diffActions(json('{"a/b~":1}'), json("{}"))[0]?.path).toBe("/a~1b~0");
  });

  it("is empty exactly when the canonical bytes are equal", () => {
    const value = fc.jsonValue().map(fromPlain);
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(diffActions(a, b).length === 0).toBe(canonicalText(a) === canonicalText(b));
        expect(diffActions(a, a)).toEqual([]);
      }),
    );
  });
});
