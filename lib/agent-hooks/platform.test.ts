import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PORTABLE, platform, platformOf } from "./platform";

const node = (modules: { readonly [name: string]: unknown }) => ({
  process: { getBuiltinModule: (name: string) => modules[name] },
});

describe("the platform", () => {
  it("hashes as the portable form does", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 300 });
    fc.assert(fc.property(text, (given) => platform.sha256Hex(given) === PORTABLE.sha256Hex(given)));
  });

  it("tells a proxy of anything, and nothing else", () => {
    expect(platform.isProxy?.(new Proxy([], {}))).toBe(true);
    expect(platform.isProxy?.([])).toBe(false);
  });

  it.each([
    ["has no process, as in a browser", {}],
    ["has a process of another kind", { process: {} }],
    ["knows no such module", node({})],
    ["has these modules without what is needed", node({ crypto: {}, util: {} })],
    ["hashes to something else", node({ crypto: { hash: () => "" }, util: { types: { isProxy: () => true } } })],
    ["throws", { process: { getBuiltinModule: () => JSON.parse("{") } }],
  ])("is the portable form where it %s", (_, realm) => {
    expect(platformOf(realm)).toEqual(PORTABLE);
  });
});
