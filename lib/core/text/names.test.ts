import { describe, expect, it } from "vitest";
import { inspectName, mixedScript, mixedWords } from "./names";

describe("names", () => {
  it("tells a Cyrillic letter among Latin ones", () => {
    const report = inspectName("re\u0430d_record");
    expect(report).toMatchObject({
      suspicious: true,
      mixed: true,
      looksLike: "read_record",
      scripts: ["Latin", "Cyrillic"],
    });
    expect(report.odd).toEqual(["\u0430 U+0430 Cyrillic"]);
  });

  it.each([
    ["\u0440\u0430\u0443", "pay"],
    ["\u0441\u0443\u0440\u0435\u0433", null],
    ["\u03bf\u03c1\u03b5\u03bd", null],
    ["\u0405\u0435nd", "Send"],
    ["\uff52ead", "read"],
    ["\ufb01le", "file"],
  ])("finds what %j looks like", (name, looksLike) => {
    expect(inspectName(name).looksLike).toBe(looksLike);
  });

  it("marks a name all in another script only when it can be taken for an ASCII one", () => {
    expect(inspectName("\u0440\u0430\u0443")).toMatchObject({ suspicious: true, mixed: false });
    expect(inspectName("\u043f\u043b\u0430\u0442\u0451\u0436").suspicious).toBe(false);
  });

  it.each(["\uff52\uff45\uff41\uff44", "\ufb01le", "\u2460"])("marks the compatibility form %j", (name) => {
    expect(inspectName(name)).toMatchObject({ suspicious: true, compatibility: true });
  });

  it.each(["read\u200b_record", "pay\u202e", "a\nb"])("marks the hidden character in %j", (name) => {
    expect(inspectName(name)).toMatchObject({ suspicious: true, hidden: true });
  });

  it.each([
    "read_record",
    "tools/call",
    "caf\u00e9_menu",
    "\u6771\u4eac\u30bf\u30ef\u30fc",
    "\u0627\u0644\u0628\u062d\u062b",
    "",
  ])("leaves %j alone", (name) => {
    expect(inspectName(name).suspicious).toBe(false);
  });

  it("knows a mixture by letters, not by digits and marks", () => {
    expect(mixedScript("pay_2")).toBe(false);
    expect(mixedScript("p\u0430y")).toBe(true);
    expect(mixedScript("\u03b1lpha")).toBe(true);
  });

  it("finds mixed words inside a text", () => {
    expect(mixedWords("send to p\u0430ypal.example, then \u043e\u0442\u0432\u0435\u0442 ok")).toEqual([
      "p\u0430ypal.example",
    ]);
    expect(mixedWords("all plain")).toEqual([]);
  });
});
