import { describe, expect, it } from "vitest";
import { comparedEntry as entry, comparedRecord as record } from "../../testing/compared";
import { type Comparison, compareRecords } from "./compare-records";
import type { ComparedEntry, ComparedRecord } from "./compared";

const compare = (entries: readonly ComparedEntry[], records: readonly ComparedRecord[], isOpen = false): Comparison =>
  compareRecords({ entries, records, isOpen });

const flagsOf = (of: ReadonlyMap<number, { readonly flags: readonly string[] }>) =>
  Object.fromEntries([...of].flatMap(([seq, { flags }]) => (flags.length > 0 ? [[seq, [...flags]]] : [])));

describe("records paired with entries", () => {
  it("take no link to an entry of another point, nor two records for one entry", () => {
    const output = entry(1, "allow", { stepType: "steps/agentResponse", tool: null });
    const found = compare([output], [record(1, "allow", { entryHash: "h1" })]);
    expect(flagsOf(found.records)).toEqual({ 1: ["record_without_decision"] });
    const twice = compare(
      [entry(1, "allow")],
      [1, 2].map((seq) => record(seq, "allow", { entryHash: "h1" })),
    );
    expect(flagsOf(twice.records)).toEqual({ 2: ["record_without_decision"] });
  });

  it("pair by tool and order where nothing is linked, past a local denial that asked nobody", () => {
    const entries = [entry(1, "allow", { tool: "a" }), entry(2, "allow", { tool: "b" })];
    const records = [
      record(1, "deny", { tool: "b", reason: "local_rule" }),
      record(2, "allow", { tool: "b" }),
      record(3, "allow", { tool: "a" }),
    ];
    const found = compare(entries, records);
    expect(found.disagreements).toBe(0);
    expect([...found.records.values()].map((one) => one.entry)).toEqual([null, 2, 1]);
  });

  it("compare a long session without looking at every pair", () => {
    const count = 20_000;
    const entries = Array.from({ length: count }, (_, at) => entry(at + 1, "allow", { tool: `t${at % 7}` }));
    const records = entries.map(({ seq, tool }) => record(seq, "allow", { tool }));
    expect(compare(entries, records).disagreements).toBe(0);
  });

  it("agree where the host names the last step of the point, whatever stood before it", () => {
    const steps: [string, ComparedRecord["point"]][] = [
      ["steps/sessionStart", "agent_startup"],
      ["agbom/snapshot", "agent_startup"],
      ["steps/agentTrigger", "input"],
      ["steps/turnStart", "input"],
      ["steps/agentResponse", "output"],
      ["steps/turnEnd", "output"],
    ];
    const entries = steps.map(([stepType], at) => entry(at + 1, "allow", { stepType, tool: null }));
    const records = [2, 4, 6].map((seq, at) =>
      record(at + 1, "allow", { point: steps[seq - 1]?.[1] ?? "output", tool: null, entryHash: `h${seq}` }),
    );
    const found = compare(entries, records);
    expect(found.disagreements).toBe(0);
    expect([...found.records.values()].map((one) => one.entry)).toEqual([1, 3, 5]);
  });

  it("agree where a step beside the main one was denied and stopped the point", () => {
    const entries = [
      entry(1, "allow", { stepType: "steps/sessionStart", tool: null }),
      entry(2, "deny", { stepType: "agbom/snapshot", tool: null }),
    ];
    const stopped = { point: "agent_startup", tool: null, entryHash: "h2" } as const;
    expect(compare(entries, [record(1, "deny", stopped)]).disagreements).toBe(0);
    expect(flagsOf(compare(entries, [record(1, "allow", stopped)]).entries)).toEqual({
      2: ["permitted_though_denied"],
    });
  });
});
