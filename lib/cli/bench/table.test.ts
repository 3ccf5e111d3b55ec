import { describe, expect, it } from "vitest";
import { benchTable, placeInReadme } from "./table";

const load = (perSecond: number) => ({ perSecond, p50: 1.25, p99: 40, failures: 0 });

describe("the table", () => {
  const measured = {
    date: "2026-11-30",
    machine: "2 cores",
    bare: load(20_000),
    listener: load(4_000),
    traced: load(3_600),
    tracedHanging: load(4_000),
    nextRoute: null,
    rawAppends: 14_300,
    journalAppends: 9_000,
    calls: [{ what: "the tool alone", p50: 0.0004, p99: 0.0125 }],
    cpu: [{ what: "sign", p50: 21.4, p99: 60 }],
    growth: [{ what: "a step, 1,000,000 entries stored", p50: 4.2, p99: 9 }],
  };

  it("gives each server's share of bare", () => {
    expect(benchTable(measured)).toContain("| Guardian listener, signed steps | 4,000 | 1.3 | 40 | 1/5.0 |");
  });

  it("gives what a step costs as the store grows", () => {
    expect(benchTable(measured)).toContain("| a step, 1,000,000 entries stored | 4.2 | 9.0 |");
  });

  it("gives what a call costs, however little", () => {
    expect(benchTable(measured)).toContain("| the tool alone | under 0.001 | 0.013 |");
  });

  it("gives what traces leave of the untraced rate", () => {
    expect(benchTable(measured)).toContain("| every step to an OTLP collector | 3,600 | 1.3 | 40 | 0.90 |");
  });

  it("says what was not measured, and what went wrong", () => {
    expect(benchTable(measured)).toContain("not built, not measured");
    expect(benchTable({ ...measured, nextRoute: { ...load(300), failures: 2 } })).toContain("(2 not allowed)");
  });
});

describe("the README", () => {
  it("gets the table between its markers, again and again", () => {
    const once = placeInReadme("a\n<!-- bench -->\n<!-- /bench -->\nb", "one");
    expect(once).toBe("a\n<!-- bench -->\none\n<!-- /bench -->\nb");
    expect(placeInReadme(once ?? "", "two")).toBe("a\n<!-- bench -->\ntwo\n<!-- /bench -->\nb");
  });

  it("is left alone without markers", () => {
    expect(placeInReadme("nothing here", "table")).toBeNull();
  });
});
