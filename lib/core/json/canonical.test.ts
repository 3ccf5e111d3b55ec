import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPlain, fromPlainObject, member, memberAt, omit, withMember } from "./build";
import { canonicalBytes, canonicalText, utf8 } from "./canonical";
import { readStoredText } from "./read";
import type { JsonObject, JsonValue } from "./value";

const anyJson = fc.jsonValue({ stringUnit: "binary" }).map(fromPlain);
const exotic = (value: unknown): JsonValue => value as JsonValue;

function shuffled(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== "object" || value === null) return value;
  const object = value as JsonObject;
  let made: JsonObject = fromPlainObject({});
  for (const name of Object.keys(object).reverse()) made = withMember(made, name, shuffled(object[name] ?? null));
  return made;
}

describe("canonicalText", () => {
  it("is a fixed point of reading and writing", () => {
    fc.assert(
      fc.property(anyJson, (json) => {
        const text = canonicalText(json);
        const read = readStoredText(text);
        expect(read.ok && canonicalText(read.value)).toBe(text);
      }),
    );
  });

  it("does not depend on the order of members", () => {
    fc.assert(fc.property(anyJson, (json) => canonicalText(shuffled(json)) === canonicalText(json)));
  });

  it("orders names by their UTF-16 code units, few or many", () => {
    const names = fc.uniqueArray(
      fc.string({ unit: fc.constantFrom("a", "Z", "_", "\u00e9", "\ue000", "😀", "0"), maxLength: 4 }),
    );
    fc.assert(
      fc.property(names, (given) => {
        const text = canonicalText(fromPlain(Object.fromEntries(given.map((name) => [name, 1]))));
        const ordered = [...given].sort().map((name) => `${JSON.stringify(name)}:1`);
        expect(text).toBe(`{${ordered.join(",")}}`);
      }),
    );
  });

  it("loses nothing: reading it gives the value back", () => {
    fc.assert(
      fc.property(anyJson, (json) => {
        expect(JSON.parse(canonicalText(json))).toEqual(JSON.parse(JSON.stringify(json)));
      }),
    );
  });

  it.each([
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["undefined", undefined],
    ["undefined in a member", { a: undefined }],
    ["a hole", new Array(1)],
    ["a function", () => 1],
    ["a bigint", 1n],
    ["a symbol", Symbol("s")],
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["half a pair in a value", "\ud800"],
    ["half a pair in a name", { "x\udc00": 1 }],
  ])("throws on %s instead of writing something else", (_, value) => {
    expect(() => canonicalText(exotic(value))).toThrow(TypeError);
    expect(() => canonicalText(exotic([value]))).toThrow(TypeError);
  });

  it("throws on a circle", () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(() => canonicalText(exotic(circle))).toThrow(TypeError);
  });

  it("is encoded as UTF-8", () => {
    expect([...canonicalBytes("é😀")]).toEqual([0x22, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0x22]);
    expect(() => utf8("\ud83d")).toThrow(TypeError);
  });
});

describe("copies", () => {
  const proto = JSON.parse('{"a":1,"__proto__":{"b":2}}') as JsonObject;

  it("keep a member called __proto__ as a member", () => {
    for (const made of [fromPlainObject(proto), omit(proto, "a"), withMember(proto, "c", 3)]) {
      expect(Object.getPrototypeOf(made)).toBe(null);
      expect(Object.keys(made)).toContain("__proto__");
    }
    expect(canonicalText(withMember(proto, "__proto__", 5))).toBe('{"__proto__":5,"a":1}');
  });

  it("leave the original as it was", () => {
    const object = fromPlainObject({ a: 1, b: 2 });
    expect(canonicalText(omit(object, "a"))).toBe('{"b":2}');
    expect(canonicalText(object)).toBe('{"a":1,"b":2}');
  });

  it("leave absent members absent", () => {
    expect(canonicalText(fromPlain({ a: undefined, b: [null] }))).toBe('{"b":[null]}');
    expect(() => fromPlain({ a: Number.NaN })).toThrow(TypeError);
    expect(() => fromPlain(new Date(0))).toThrow(TypeError);
  });

  it("find own members only", () => {
    expect(member({ a: 1 }, "toString")).toBe(undefined);
    expect(memberAt({ a: { b: 1 } }, "a", "b")).toBe(1);
    expect(memberAt({ a: [1] }, "a", "length")).toBe(undefined);
  });
});
