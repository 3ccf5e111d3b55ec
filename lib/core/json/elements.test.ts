import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elementTexts } from "./elements";
import { readJsonText } from "./read";

describe("elementTexts", () => {
  it.each([
    ["[]", []],
    [" [ ] ", []],
    ["[1]", ["1"]],
    [' [ {"a": [1, 2]} , "x,]" ,null]\n', ['{"a": [1, 2]}', '"x,]"', "null"]],
    ['["a\\"b,","\\\\"]', ['"a\\"b,"', '"\\\\"']],
    ["[[],[[1]],{}]", ["[]", "[[1]]", "{}"]],
  ])("cuts %j", (text, elements) => {
    expect(readJsonText(text).ok).toBe(true);
    expect(elementTexts(text)).toEqual(elements);
  });

  it("cuts whatever is an array into what its elements were written as", () => {
    fc.assert(
      fc.property(fc.array(fc.json({ maxDepth: 3 })), fc.constantFrom(",", " ,\n", "\t, "), (parts, comma) => {
        expect(elementTexts(`[${parts.join(comma)}]`)).toEqual(parts);
      }),
    );
  });
});
