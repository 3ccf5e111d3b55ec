import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isLarger } from "./bounds";
import { deepCopy } from "./deep-copy";
import { admit, admitAnswer, MAX_DEPTH } from "./domain";

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};
const cyclic = (): unknown => {
  const value: Record<string, unknown> = {};
  value.self = { value };
  return value;
};
const withAccessor = (get: () => unknown) => Object.defineProperty({}, "a", { get, enumerable: true });
class Money {
  amount = 1;
}
class Items extends Array<number> {}

describe("admit", () => {
  it.each([
    ["undefined", { a: undefined }],
    ["undefined in a list", [undefined]],
    ["a function", { a: () => 1 }],
    ["a symbol", { a: Symbol("s") }],
    ["a symbol as a name", { [Symbol("s")]: 1 }],
    ["a bigint", { a: 1n }],
    ["a date", { a: new Date(0) }],
    ["a map", { a: new Map() }],
    ["a class instance", new Money()],
    ["a subclassed list", Items.from([1])],
    ["bytes", new Uint8Array(1)],
    ["a boxed string", { a: Object("x") }],
    ["a cycle", cyclic()],
    ["a getter that throws", withAccessor(() => JSON.parse("{"))],
    ["a getter that answers", withAccessor(() => 1)],
    ["a member that JSON would not show", Object.defineProperty({}, "a", { value: 1 })],
    ["a list with a hole", new Array(1)],
    ["a list with a member", Object.assign([1], { a: 1 })],
    ["a proxy", { a: new Proxy({}, {}) }],
    ["a proxy whose traps throw", new Proxy({}, { ownKeys: () => JSON.parse("{") })],
    ["NaN", [Number.NaN]],
    ["an infinity", [Number.NEGATIVE_INFINITY]],
    ["half a surrogate pair", ["\ud800"]],
    ["half a surrogate pair in a name", { "\udc00": 1 }],
    ["a level too many", nested(MAX_DEPTH + 1)],
  ])("refuses %s", (_, value) => {
    expect(admit(value)).toMatchObject({ ok: false });
  });

  it("takes any JSON value as it is, in a copy that shares nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = admit(value);
        expect(read).toMatchObject({ ok: true, value: { value } });
        if (typeof value === "object" && value !== null) expect(read.ok && read.value.value).not.toBe(value);
      }),
    );
  });

  it("takes objects of another realm and without a prototype", () => {
    expect(admit(Object.assign(Object.create(null), { a: 1 }))).toMatchObject({ ok: true });
    expect(admit(structuredClone({ a: [1] }))).toMatchObject({ ok: true });
  });

  it("takes exactly as many levels as the bound says", () => {
    expect(admit(nested(MAX_DEPTH)).ok).toBe(true);
  });

  it("takes the same object twice, where it is no cycle", () => {
    const shared = { a: 1 };
    expect(admit([shared, shared])).toMatchObject({ ok: true });
  });

  it("names where the fault is and never the value", () => {
    expect(admit({ args: [{ secret: 12345n }] })).toEqual({
      ok: false,
      failure: { path: "context.args[0].secret", rule: "bigint is not JSON" },
    });
  });

  it("bounds the bytes that the text has from both sides", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const read = admit([value, value]);
        fc.pre(read.ok);
        const bytes = new TextEncoder().encode(JSON.stringify([value, value])).length;
        expect(read.ok && read.value.atMostBytes).toBeGreaterThanOrEqual(bytes);
        expect(read.ok && read.value.atLeastBytes).toBeLessThanOrEqual(bytes);
      }),
    );
  });

  it("counts the levels of an object that it met before where it stands now", () => {
    const long = { text: "x".repeat(1_000), deeper: nested(MAX_DEPTH - 3) };
    expect(admit([long, [long]]).ok).toBe(true);
    expect(admit([long, [[long]]])).toMatchObject({ ok: false, failure: { rule: `nested deeper than ${MAX_DEPTH}` } });
  });

  it("does not walk again through what it met before", () => {
    let value: unknown = { text: "x".repeat(1_000) };
    for (let i = 0; i < 100; i += 1) value = [value, value];
    const read = admit(value);
    expect(read.ok && isLarger(read.value, 5_000_000)).toBe(true);
  });
});

describe("admit where the platform is not Node", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it.each([
    ["a proxy", { a: new Proxy({}, {}) }],
    ["a proxy of a list", [new Proxy([], {})]],
    ["a proxy whose traps throw", new Proxy({}, { ownKeys: () => JSON.parse("{") })],
  ])("refuses %s", async (_, value) => {
    vi.stubGlobal("process", undefined);
    vi.resetModules();
    const elsewhere = await import("./domain");
    expect(elsewhere.admit(value)).toMatchObject({ ok: false });
    expect(elsewhere.admit({ a: [1] })).toMatchObject({ ok: true, value: { value: { a: [1] } } });
  });
});

describe("admitAnswer", () => {
  it("takes undefined members for absent ones, as JSON does", () => {
    expect(admitAnswer({ decision: "allow", reason: undefined })).toMatchObject({
      value: { value: { decision: "allow" } },
    });
  });
});

describe("deepCopy", () => {
  it("shares nothing, also where what it copies is there twice", () => {
    const args = { a: [{ b: 1 }] };
    const copy = deepCopy({ target: args, tool_call: { args } });
    expect(copy).toEqual({ target: args, tool_call: { args } });
    expect(copy.target).not.toBe(args);
    expect(copy.target).not.toBe(copy.tool_call.args);
    expect(copy.target.a[0]).not.toBe(args.a[0]);
  });

  it("keeps __proto__ and constructor as data", () => {
    const value = JSON.parse('{"__proto__":{"x":1},"constructor":2}');
    const read = admit(value);
    const copy = deepCopy(read.ok ? read.value.value : null) as Record<string, unknown>;
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"x":1},"constructor":2}');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });
});
