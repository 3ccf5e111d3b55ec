import { describe, expect, it } from "vitest";
import { nobleCrypto as c } from "../crypto-noble";
import { fromBase64Strict, fromHex, toHex } from "../encoding";
import { canonicalBytes, canonicalText, utf8 } from "../json/canonical";
import { readJson, readJsonText } from "../json/read";
import accepted from "./accepted.json";
import canonical from "./canonical.json";
import { vectorsOf } from "./load";
import numbers from "./numbers.json";
import refusals from "./refusals.json";

interface RefusalVector {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly text?: string;
  readonly base64?: string;
  readonly repeat?: { readonly open: string; readonly count: number; readonly inner: string; readonly close: string };
}

function bytesOf({ text, base64, repeat }: RefusalVector): Uint8Array {
  if (base64 !== undefined) return fromBase64Strict(base64) ?? new Uint8Array();
  if (repeat === undefined) return utf8(text ?? "");
  return utf8(repeat.open.repeat(repeat.count) + repeat.inner + repeat.close.repeat(repeat.count));
}

describe("canonical vectors", () => {
  it.each(vectorsOf(canonical))("$id: $title", (vector) => {
    const value = readJson(utf8(vector.text));
    if (!value.ok) throw new Error(value.failure.message);
    expect(canonicalText(value.value)).toBe(vector.canonical);
    expect(toHex(c.sha256(canonicalBytes(value.value)))).toBe(vector.sha256);
  });
});

describe("number vectors", () => {
  const double = (hex: string): number => {
    const bytes = fromHex(hex) ?? new Uint8Array(8);
    return new DataView(bytes.buffer).getFloat64(0);
  };
  const all = vectorsOf(numbers);

  it.each(all.filter((vector) => vector.canonical !== null))("$id is written $canonical", (vector) => {
    expect(canonicalText(double(vector.ieee754))).toBe(vector.canonical);
  });

  it.each(all.filter((vector) => vector.canonical === null))("$id has no JSON form", (vector) => {
    expect(() => canonicalText(double(vector.ieee754))).toThrow(TypeError);
  });
});

describe("refusal vectors", () => {
  it.each(vectorsOf<RefusalVector>(refusals))("$id: $title is $kind", (vector) => {
    const read = readJson(bytesOf(vector));
    expect(read.ok ? "accepted" : read.failure.kind).toBe(vector.kind);
  });

  it.each(vectorsOf<RefusalVector>(refusals).filter(({ text }) => text !== undefined))("$id is refused as text too", (vector) => {
    const read = readJsonText(vector.text ?? "");
    expect(read.ok ? "accepted" : read.failure.kind).toBe(vector.kind);
  });
});

describe("acceptance vectors", () => {
  it.each(vectorsOf(accepted))("$id is read as JSON.parse reads it", (vector) => {
    const read = readJson(utf8(vector.text));
    if (!read.ok) throw new Error(read.failure.message);
    expect(canonicalText(read.value)).toBe(canonicalText(JSON.parse(vector.text)));
  });
});

describe("vectorsOf", () => {
  it("refuses a file without vectors and repeated ids", () => {
    expect(() => vectorsOf({ vectors: [] })).toThrow("no vectors");
    expect(() => vectorsOf({ vectors: [{ id: "a" }, { id: "a" }] })).toThrow("repeat");
  });
});
