import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPlain } from "./build";
import { canonicalText, utf8 } from "./canonical";
import { readJson, readJsonText, readStoredText } from "./read";
import type { JsonValue } from "./value";

const anyText = fc.string({ unit: "binary", maxLength: 12 });
const anyJson = fc.jsonValue({ stringUnit: "binary", maxDepth: 5 }).map(fromPlain);

function value(text: string): JsonValue {
  const read = readJsonText(text);
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
}

describe("readJson", () => {
  it("reads any JSON value that JSON.stringify writes, except integers it must refuse", () => {
    fc.assert(
      fc.property(anyJson, (json) => {
        const text = JSON.stringify(json);
        const read = readStoredText(text);
        expect(read.ok && canonicalText(read.value)).toBe(canonicalText(json));
        const strict = readJson(utf8(text));
        expect(strict.ok || strict.failure.kind === "unsafe_integer").toBe(true);
      }),
    );
  });

  it("accepts nothing that JSON.parse refuses, and never reads it differently", () => {
    const fragment = fc.constantFrom(
      '{"',
      '":',
      "[",
      "]",
      "}",
      ",",
      '"',
      "1",
      "-",
      ".",
      "e",
      "0",
      "\\u00",
      "41",
      "null",
      "a",
      " ",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(fragment, anyText), { maxLength: 14 }), (parts) => {
        const text = parts.join("");
        const read = readJsonText(text);
        if (read.ok) expect(canonicalText(read.value)).toBe(canonicalText(JSON.parse(text)));
        else expect(read.failure.message).not.toBe("");
      }),
      { numRuns: 2000 },
    );
  });

  it("reads valid text with one character changed exactly as JSON.parse does, or refuses it", () => {
    fc.assert(
      fc.property(anyJson, fc.nat(), anyText, (json, at, insert) => {
        const text = JSON.stringify(json);
        const cut = at % (text.length + 1);
        const spoiled = text.slice(0, cut) + insert + text.slice(cut + 1);
        const read = readJsonText(spoiled);
        expect(!read.ok || canonicalText(read.value) === canonicalText(JSON.parse(spoiled))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("survives arbitrary bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => typeof readJson(bytes).ok === "boolean"));
  });

  it("makes objects without a prototype, so that inherited names are absent", () => {
    const read = value('{"a":{}}') as { readonly [name: string]: JsonValue };
    expect(Object.getPrototypeOf(read)).toBe(null);
    expect("toString" in read).toBe(false);
    const proto = value('{"__proto__":{"scope":"x"}}') as { readonly [name: string]: JsonValue };
    expect([Object.keys(proto), proto.scope]).toEqual([["__proto__"], undefined]);
  });

  it("takes 128 levels and 1 MiB, and honours other limits", () => {
    expect(readJsonText("[".repeat(128) + "]".repeat(128)).ok).toBe(true);
    expect(readJsonText(`"${"a".repeat(1_048_574)}"`).ok).toBe(true);
    expect(readJsonText(`"${"ä".repeat(524_288)}"`)).toMatchObject({ failure: { kind: "too_large" } });
    expect(readJsonText("[[1]]", { maxDepth: 1 })).toMatchObject({ failure: { kind: "too_deep" } });
    expect(readJson(utf8("[1]"), { maxBytes: 2 })).toMatchObject({ failure: { kind: "too_large" } });
  });

  it("names a place and never a value", () => {
    const read = readJsonText('{"secret-name":"secret-value","secret-name":1}');
    expect(read).toEqual({
      ok: false,
      failure: { kind: "duplicate_member", message: "member name repeated at offset 43" },
    });
  });
});

describe("readStoredText", () => {
  it("reads back what the canonicaliser wrote of a number that was admitted", () => {
    const text = canonicalText(value("[1e20, 9007199254740993.0]"));
    expect(text).toBe("[100000000000000000000,9007199254740992]");
    expect(readJsonText(text)).toMatchObject({ failure: { kind: "unsafe_integer" } });
    expect(readStoredText(text)).toEqual({ ok: true, value: [1e20, 9007199254740992] });
  });
});
