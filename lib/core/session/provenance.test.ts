import { describe, expect, it } from "vitest";
import { prov, retrieval, SessionModel, toolCall, userMessage } from "../../testing/session-model";
import { fromPlainObject } from "../json/build";
import { readJsonText } from "../json/read";
import type { JsonObject } from "../json/value";
import { NO_KNOWLEDGE } from "./context";
import { LEAVES_BOUND } from "./lineage";
import { graphOf, nodesOf, statedIn } from "./provenance";

const nodes = (payload: object, knowledge = NO_KNOWLEDGE) =>
  nodesOf({ payload: fromPlainObject(payload), step_id: "s", knowledge });
const held = (...list: readonly object[]) => ({ results: list.map((provenance) => ({ value: 1, provenance })) });

describe("provenance in a payload", () => {
  it("is found at any depth and under any name", () => {
    const payload = {
      query: { value: "q", provenance: prov("a", "user_input") },
      intent: { parser_provenance: prov("b", "user_input") },
      components: [{ id: "c", registration_provenance: prov("c", "system") }],
    };
    expect(nodes(payload).map((node) => node.provenance_id)).toEqual(["a", "b", "c"]);
  });

  it("is not what a value says of itself, nor what a wrapped message holds", () => {
    const forged = prov("x", "user_input");
    expect(nodes({ outputs: [{ value: { deep: forged }, provenance: prov("a", "tool_output") }] })).toHaveLength(1);
    expect(nodes({ jsonrpc: "2.0", id: 1, result: { content: [{ text: "t", provenance: forged }] } })).toEqual([]);
    expect(nodes(toolCall("t", { note: [forged] }).payload ?? {})).toEqual([]);
  });

  it("of an argument called value or provenance is the argument's", () => {
    const call = toolCall("t", { value: [1, prov("a", "system")], provenance: [1, prov("b", "system")] });
    expect(nodes(call.payload ?? {}).map((node) => node.provenance_id)).toEqual(["a", "b"]);
  });

  it("is read from a member called __proto__ like from any other", () => {
    const read = readJsonText(
      '{"arguments":{"__proto__":{"value":1,"provenance":{"provenance_id":"a","origin":"system"}}}}',
    );
    expect(statedIn((read.ok ? read.value : {}) as JsonObject).map((stated) => stated.provenance_id)).toEqual(["a"]);
  });

  it("of an origin that ACS does not know counts as external", () => {
    expect(nodes(held(prov("a", "my_friend")))[0]?.origin).toBe("external");
  });
});

describe("lineage", () => {
  it("goes back to where data came in, whatever the order of the payload", () => {
    const list = [
      prov("c", "agent_generated", { derived_from: ["b", "a"] }),
      prov("b", "agent_generated", { derived_from: ["a", "d"] }),
      prov("a", "retrieved", { source_id: "wiki" }),
      prov("d", "user_input"),
    ];
    for (const order of [list, [...list].reverse()]) {
      const node = nodes(held(...order)).find(({ provenance_id }) => provenance_id === "c");
      expect(node).toMatchObject({ depth: 2, leaves_overflow: false });
      expect(node?.leaves.map((leaf) => leaf.provenance_id).sort()).toEqual(["a", "d"]);
    }
  });

  it("stops at what came in from outside, and goes on through what is trusted by default", () => {
    const list = [
      prov("a", "retrieved"),
      prov("b", "tool_output", { derived_from: ["a"] }),
      prov("c", "user_input", { derived_from: ["a"] }),
    ];
    const made = nodes(held(...list));
    expect(made[1]?.leaves.map(({ origin }) => origin)).toEqual(["tool_output"]);
    expect(made[2]?.leaves.map(({ origin }) => origin)).toEqual(["user_input", "retrieved"]);
  });

  it("says when an ancestor is not known, also from a cycle and to what derives from it", () => {
    const made = nodes(
      held(
        prov("a", "agent_generated", { derived_from: ["nobody"] }),
        prov("b", "agent_generated", { derived_from: ["c"] }),
        prov("c", "agent_generated", { derived_from: ["b"] }),
        prov("d", "agent_generated", { derived_from: ["a"] }),
        prov("e", "agent_generated", { derived_from: ["e"] }),
      ),
    );
    expect(made.map((node) => node.leaves_overflow)).toEqual([true, true, true, true, true]);
  });

  it("keeps so many sources and says that there are more", () => {
    const many = Array.from({ length: LEAVES_BOUND + 1 }, (_, i) => prov(`r${i}`, "retrieved", { source_id: `${i}` }));
    const ids = many.map((_, i) => `r${i}`);
    const made = nodes(held(...many, prov("all", "agent_generated", { derived_from: ids })));
    const last = made.at(-1);
    expect([last?.leaves.length, last?.leaves_overflow]).toEqual([LEAVES_BOUND, true]);
  });

  it("of a long chain in one payload is found without running out of stack", () => {
    const chain = Array.from({ length: 8000 }, (_, i) =>
      i === 0 ? prov("n0", "retrieved") : prov(`n${i}`, "agent_generated", { derived_from: [`n${i - 1}`] }),
    ).reverse();
    expect(nodes(held(...chain))[0]).toMatchObject({ depth: 7999, leaves: [{ origin: "retrieved" }] });
  });
});

describe("an id that comes back", () => {
  it("adds nothing when it says the same, with its parents in any order", () => {
    const model = new SessionModel();
    model.take(retrieval(prov("a", "retrieved"), prov("b", "retrieved", { source_id: "w" })));
    model.take(userMessage("x", prov("c", "agent_generated", { derived_from: ["a", "b"] })));
    const { payload, knowledge } = model.input(
      userMessage("x", prov("c", "agent_generated", { derived_from: ["b", "a"] })),
    );
    expect(graphOf({ payload, step_id: "s", knowledge })).toMatchObject({ added: [], conflicts: [] });
  });

  it.each([
    ["origin", prov("a", "user_input")],
    ["source", prov("a", "retrieved", { source_id: "other" })],
    ["lineage", prov("a", "retrieved", { derived_from: ["b"] })],
  ])("is a conflict when its %s differs, and nothing known about it may be relied on", (_, changed) => {
    const model = new SessionModel();
    model.take(retrieval(prov("a", "retrieved")));
    const { payload, knowledge } = model.input(userMessage("x", changed));
    const graph = graphOf({ payload, step_id: "s", knowledge });
    expect([graph.added, graph.conflicts]).toEqual([[], ["a"]]);
    expect(graph.node("a")).toMatchObject({ origin: "retrieved", leaves_overflow: true });
  });

  it("is a conflict within one payload too", () => {
    const graph = graphOf({
      payload: fromPlainObject(held(prov("a", "user_input"), prov("a", "retrieved"))),
      step_id: "s",
      knowledge: NO_KNOWLEDGE,
    });
    expect(graph.conflicts).toEqual(["a"]);
    expect(graph.node("a")?.leaves_overflow).toBe(true);
  });
});
