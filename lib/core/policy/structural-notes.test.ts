import { describe, expect, it } from "vitest";
import { type ModelStep, prov, retrieval, SessionModel, userMessage } from "../../testing/session-model";
import { structuralFindings } from "./structural";
import { structuralNotes } from "./structural-notes";

const HEAD = "a".repeat(64);
const notes = (model: SessionModel, step: ModelStep) => {
  const input = model.input(step);
  expect(structuralFindings(input)).toEqual([]);
  return structuralNotes({ ...input, heads: [HEAD] }).map(({ reason_code }) => reason_code);
};

function compacted(): SessionModel {
  const model = new SessionModel();
  model.take({ ...retrieval(prov("a", "retrieved")), id: "one" });
  model.take({ ...userMessage("x", prov("b", "user_input")), id: "two" });
  model.take({ ...retrieval(prov("c", "retrieved")), id: "three" });
  return model;
}

const summary = (more: object = {}) => ({
  value: "so far",
  provenance: prov("s", "agent_generated", { derived_from: ["b", "a"] }),
  ...more,
});

const post = (more: object = {}): ModelStep => ({
  method: "steps/postCompact",
  payload: {
    summary: summary(),
    entries_compacted: ["one", "two"],
    pre_compact_chain_hash: HEAD,
    post_compact_chain_hash: "b".repeat(64),
    ...more,
  },
});

describe("a compaction", () => {
  it("that matches what was recorded leaves no note", () => {
    expect(notes(compacted(), post())).toEqual([]);
  });

  it.each([
    ["another head", { pre_compact_chain_hash: "c".repeat(64) }],
    ["a step that nobody sent", { entries_compacted: ["one", "two", "four"] }],
    ["another origin", { summary: summary({ provenance: prov("s", "system", { derived_from: ["a", "b"] }) }) }],
    ["a source left out", { summary: summary({ provenance: prov("s", "agent_generated", { derived_from: ["a"] }) }) }],
    [
      "a source never seen",
      { summary: summary({ provenance: prov("s", "agent_generated", { derived_from: ["a", "b", "z"] }) }) },
    ],
    ["no sources", { summary: summary({ provenance: prov("s", "agent_generated") }) }],
  ])("with %s is noted and never denied", (_, more) => {
    expect(notes(compacted(), post(more))).toEqual(["lineage_mismatch"]);
  });

  it("is noted before it happens when it names steps that nobody sent", () => {
    const pre = (entries: readonly string[]) => ({
      method: "steps/preCompact",
      payload: { entries_to_compact: entries, triggered_by: "manual" },
    });
    expect(notes(compacted(), pre(["one", "three"]))).toEqual([]);
    expect(notes(compacted(), pre(["one", "nine"]))).toEqual(["lineage_mismatch"]);
  });

  it.each([
    ["leaves a source out", ["one", "two"], prov("s", "agent_generated", { derived_from: ["b"] }), true],
    ["names no source", ["one"], prov("s", "agent_generated"), true],
    ["says it is the user's", ["one", "two"], prov("s", "user_input", { derived_from: ["a", "b"] }), true],
    ["stands for steps that nobody sent", ["nine"], prov("s", "agent_generated", { derived_from: ["b"] }), true],
    ["names all of them", ["one", "two"], prov("s", "agent_generated", { derived_from: ["a", "b"] }), false],
  ])("whose summary %s launders nothing", (_, entries_compacted, provenance, isUnknown) => {
    const model = compacted();
    model.take(post({ entries_compacted, summary: summary({ provenance }) }));
    const input = model.input(userMessage("x", prov("d", "agent_generated", { derived_from: ["s"] })));
    expect(input.knowledge.provenance.get("s")?.leaves_overflow).toBe(isUnknown);
  });

  it("does not touch the summary, and leaves the new text as untrusted as what it was made of", () => {
    const model = compacted();
    const before = model.context.summary;
    model.take(post());
    expect(model.context.compactions).toBe(1);
    expect(model.context.summary.entry_count).toBe(before.entry_count + 1);
    const input = model.input(userMessage("x", prov("d", "agent_generated", { derived_from: ["s"] })));
    expect(
      input.knowledge.provenance
        .get("s")
        ?.leaves.map(({ origin }) => origin)
        .sort(),
    ).toEqual(["retrieved", "user_input"]);
  });
});

describe("a step", () => {
  const turn = (method: string, turn_id: string, more: object = {}): ModelStep => ({
    method: `steps/${method}`,
    payload: { turn_id, triggered_by: "agent_loop", outcome: "completed", ...more },
  });

  it("in a turn that is open, or in none, leaves no note", () => {
    const model = new SessionModel();
    model.take(turn("turnStart", "a"));
    expect(notes(model, { ...userMessage("x"), metadata: { turn_id: "a" } })).toEqual([]);
    expect(notes(model, userMessage("x"))).toEqual([]);
    expect(notes(model, turn("turnStart", "b", { parent_turn_id: "a" }))).toEqual([]);
    expect(notes(model, turn("turnEnd", "a"))).toEqual([]);
  });

  it.each<[string, ModelStep]>([
    ["names a turn that is not open", { ...userMessage("x"), metadata: { turn_id: "z" } }],
    ["ends a turn that is not open", turn("turnEnd", "z")],
    ["ends a turn that is not the innermost", turn("turnEnd", "a")],
    ["starts a turn in one that is not open", turn("turnStart", "c", { parent_turn_id: "z" })],
  ])("that %s is noted", (_, step) => {
    const model = new SessionModel();
    model.take(turn("turnStart", "a"));
    model.take(turn("turnStart", "b", { parent_turn_id: "a" }));
    expect(notes(model, step)).toEqual(["turn_unknown"]);
  });

  it("that ends a turn denied at its start is in order", () => {
    const model = new SessionModel();
    model.take({ ...turn("turnStart", "a"), decision: "deny" });
    expect(notes(model, turn("turnEnd", "a", { outcome: "denied_at_start" }))).toEqual([]);
  });
});
