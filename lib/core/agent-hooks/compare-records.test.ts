import { describe, expect, it } from "vitest";
import { comparedEntry as entry, comparedRecord as record } from "../../testing/compared";
import { type Comparison, compareRecords } from "./compare-records";
import type { ComparedEntry, ComparedRecord } from "./compared";

const compare = (entries: readonly ComparedEntry[], records: readonly ComparedRecord[], isOpen = false): Comparison =>
  compareRecords({ entries, records, isOpen });

const flagsOf = (of: ReadonlyMap<number, { readonly flags: readonly string[] }>) =>
  Object.fromEntries([...of].flatMap(([seq, { flags }]) => (flags.length > 0 ? [[seq, [...flags]]] : [])));

describe("records beside decisions", () => {
  it("agree where the host did what was decided", () => {
    const entries = [entry(1, "allow"), entry(2, "deny"), entry(3, "modify"), entry(4, "ask")];
    const records = [record(1, "allow"), record(2, "deny"), record(3, "transform"), record(4, "deny")];
    const linked = records.map((one) => ({ ...one, entryHash: `h${one.seq}` }));
    for (const given of [records, linked]) {
      const found = compare(entries, given);
      expect(found.disagreements).toBe(0);
      expect([...found.records].map(([seq, { entry: at }]) => [seq, at])).toEqual([
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
      ]);
    }
  });

  it.each(["allow", "transform"] as const)("disagree where a record says %s and the Guardian denied", (decision) => {
    const found = compare([entry(1, "deny")], [record(1, decision, { entryHash: "h1" })]);
    expect(flagsOf(found.entries)).toEqual({ 1: ["permitted_though_denied"] });
    expect(flagsOf(found.records)).toEqual({ 1: ["permitted_though_denied"] });
    expect(found.disagreements).toBe(1);
  });

  it.each(["ask", "defer"])("disagree where the Guardian decided %s and nobody approved", (decision) => {
    const found = compare([entry(1, decision, { approvalId: "a" })], [record(1, "allow")]);
    expect(flagsOf(found.records)).toEqual({ 1: ["permitted_though_denied"] });
  });

  it("agree where people approved: one record for the question and the release", () => {
    const entries = [entry(1, "ask", { approvalId: "a" }), entry(2, "allow", { approvalId: "a" })];
    for (const hash of ["h1", "h2"]) {
      const found = compare(entries, [record(1, "allow", { resolvedBy: "approval", entryHash: hash })]);
      expect(found.disagreements).toBe(0);
    }
  });

  it("disagree where a record claims an approval that released nothing", () => {
    const found = compare(
      [entry(1, "ask", { approvalId: "a" })],
      [record(1, "allow", { resolvedBy: "approval", entryHash: "h1" })],
    );
    expect(flagsOf(found.records)).toEqual({ 1: ["permitted_though_denied"] });
  });

  it.each(["h2", "h3"])("disagree where two records claim one release, the second by %s", (second) => {
    const entries = [
      entry(1, "ask", { approvalId: "a" }),
      entry(2, "ask", { approvalId: "a" }),
      entry(3, "allow", { approvalId: "a" }),
    ];
    const claims = ["h1", second].map((entryHash, index) =>
      record(index + 1, "allow", { resolvedBy: "approval", entryHash }),
    );
    expect(Object.values(flagsOf(compare(entries, claims).records))).toEqual([["permitted_though_denied"]]);
  });

  it("disagree where people approved an edited action and the record names the question alone", () => {
    const entries = [entry(1, "ask", { approvalId: "a" }), entry(2, "modify", { approvalId: "a" })];
    const found = compare(entries, [record(1, "allow", { resolvedBy: "approval", entryHash: "h1" })]);
    expect(flagsOf(found.records)).toEqual({ 1: ["modification_not_applied"] });
  });

  it("disagree where a modification was not applied", () => {
    expect(flagsOf(compare([entry(1, "modify")], [record(1, "allow")]).entries)).toEqual({
      1: ["modification_not_applied"],
    });
  });

  it("say where a decision has no record and a record no decision", () => {
    const found = compare([entry(1, "allow"), entry(2, "allow")], [record(1, "allow", { entryHash: "h1" })]);
    expect(flagsOf(found.entries)).toEqual({ 2: ["decision_without_record"] });
    const alone = compare([], [record(1, "allow"), record(2, "deny")]);
    expect(flagsOf(alone.records)).toEqual({ 1: ["record_without_decision"] });
  });

  it("owe no decision at model calls and no record for the steps around a main one", () => {
    const entries = [
      entry(1, "allow", { stepType: "steps/turnStart", tool: null }),
      entry(2, "allow", { stepType: "steps/userMessage", tool: null }),
      entry(3, "allow", { stepType: "steps/memoryStore", tool: null }),
    ];
    const records = [
      record(1, "allow", { point: "input", tool: null }),
      record(2, "allow", { point: "pre_model_call", tool: null }),
      record(3, "transform", { point: "post_model_call", tool: null }),
    ];
    expect(compare(entries, records).disagreements).toBe(0);
    const denied = [entry(1, "deny", { stepType: "steps/turnStart", tool: null })];
    expect(flagsOf(compare(denied, []).entries)).toEqual({ 1: ["decision_without_record"] });
  });

  it("wait for the records of the newest decisions while a session is open", () => {
    const entries = [entry(1, "allow"), entry(2, "allow"), entry(3, "allow")];
    const records = [record(1, "allow", { entryHash: "h2" })];
    expect(flagsOf(compare(entries, records, true).entries)).toEqual({ 1: ["decision_without_record"] });
    expect(compare(entries, [], true).disagreements).toBe(0);
    expect(compare(entries, [], false).disagreements).toBe(3);
  });

  it("say what ran though it was denied, by the Guardian or by the record itself", () => {
    const result = { stepType: "steps/toolCallResult" };
    const unreleased = compare(
      [entry(1, "deny"), entry(2, "deny", { ...result, executedWithoutRelease: true })],
      [record(1, "deny"), record(2, "deny", { point: "post_tool_call" })],
    );
    expect(flagsOf(unreleased.entries)).toEqual({ 2: ["executed_though_denied"] });
    const blocked = compare(
      [entry(1, "allow"), entry(2, "allow", { ...result, resultOf: "S1" })],
      [record(1, "deny", { entryHash: "h1" }), record(2, "allow", { point: "post_tool_call" })],
    );
    expect(flagsOf(blocked.entries)).toEqual({ 1: ["executed_though_denied"], 2: ["executed_though_denied"] });
    expect(flagsOf(blocked.records)).toEqual({ 1: ["executed_though_denied"] });
  });

  it("report every emission that has no record", () => {
    const records = [2, 3, 7].map((sequence, at) => record(at + 1, "deny", { sequence }));
    expect(compare([], [...records, record(4, "deny", { sequence: -1 })]).gaps).toEqual([
      { from: 0, to: 1 },
      { from: 4, to: 6 },
    ]);
  });

  it("mark what was evaluated and not obeyed, without calling it a disagreement", () => {
    const found = compare([entry(1, "deny")], [record(1, "deny", { mode: "evaluate_only", entryHash: "h1" })]);
    expect(flagsOf(found.records)).toEqual({ 1: ["evaluate_only"] });
    expect(found.disagreements).toBe(0);
  });
});
