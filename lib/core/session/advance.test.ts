import { describe, expect, it } from "vitest";
import { prov, retrieval, SessionModel, toolCall, userMessage } from "../../testing/session-model";
import type { Disposition } from "../policy/types";
import { TAINT_BOUND } from "./taint";
import { TURNS_BOUND } from "./turns";

const turnStart = (turn_id: string, more: object = {}) => ({
  method: "steps/turnStart",
  payload: { turn_id, triggered_by: "user_message", ...more },
});
const turnEnd = (turn_id: string) => ({ method: "steps/turnEnd", payload: { turn_id, outcome: "completed" } });
const open = (model: SessionModel) => model.context.turns.map(({ turn_id }) => turn_id);

describe("steps", () => {
  it.each<[Disposition, number]>([
    ["allow", 1],
    ["modify", 1],
    ["ask", 1],
    ["defer", 1],
    ["deny", 0],
  ])("that end in %s count %i", (decision, count) => {
    const model = new SessionModel();
    model.take({ ...toolCall("t", {}), decision });
    expect([model.context.steps, model.context.deferrals]).toEqual([count, decision === "defer" ? 1 : 0]);
  });

  it("leave what was known untouched", () => {
    const model = new SessionModel();
    const before = model.context;
    const text = JSON.stringify(before);
    model.take(turnStart("t"));
    expect(JSON.stringify(before)).toBe(text);
    expect(model.context).not.toBe(before);
  });
});

describe("turns", () => {
  it("nest, count their own steps, and end with what is inside them", () => {
    const model = new SessionModel();
    model.take(turnStart("a"));
    model.take(turnStart("b", { parent_turn_id: "a" }));
    model.take({ ...userMessage("x"), metadata: { turn_id: "a" } });
    model.take(userMessage("x"));
    expect(model.context.turns).toEqual([
      { turn_id: "a", triggered_by: "user_message", steps: 1 },
      { turn_id: "b", parent_turn_id: "a", triggered_by: "user_message", steps: 1 },
    ]);
    model.take(turnStart("c", { parent_turn_id: "b" }));
    model.take(turnEnd("b"));
    expect(open(model)).toEqual(["a"]);
    model.take(turnEnd("nobody"));
    model.take({ ...turnStart("d"), decision: "deny" });
    expect(open(model)).toEqual(["a"]);
  });

  it("that were never ended give way, but never one that the new turn stands in", () => {
    const model = new SessionModel();
    model.take(turnStart("root"));
    for (let i = 1; i < TURNS_BOUND; i += 1) model.take(turnStart(`t${i}`));
    model.take(turnStart("child", { parent_turn_id: "root" }));
    expect(open(model)).toHaveLength(TURNS_BOUND);
    expect(open(model)).toEqual(expect.arrayContaining(["root", "child", "t2"]));
    expect(open(model)).not.toContain("t1");
  });
});

describe("the Intent", () => {
  const start = (parsed: readonly object[]) => ({
    method: "steps/sessionStart",
    payload: { policy_mode: "strict", intent: { parsed, parser_provenance: prov("p", "user_input") } },
  });

  it("is fixed by the first step that carries one and is not denied", () => {
    const model = new SessionModel();
    model.take({ ...start([{ tool: "denied" }]), decision: "deny" });
    expect([model.context.intent, model.context.policy_mode]).toEqual([null, null]);
    model.take(start([{ tool: "first" }]));
    model.take({
      method: "steps/agentTrigger",
      payload: { trigger_type: "scheduled", intent: { parsed: [{ tool: "second" }] } },
    });
    expect(model.context.intent?.parsed).toEqual([{ tool: "first" }]);
    expect(model.context.intent?.step_id).toBe("s-2");
    expect(model.context.policy_mode).toBe("strict");
  });
});

describe("skills", () => {
  const load = (skill_id: string, value = "aa") => ({
    method: "steps/skillLoad",
    payload: { skill_id, digest: { algorithm: "sha-256", value }, load_trigger: "user", load_path: [{ skill_id }] },
  });

  it("are loaded, replaced by a second load and unloaded", () => {
    const model = new SessionModel();
    model.take(load("a"));
    model.take(load("b"));
    model.take(load("a", "bb"));
    expect(model.context.skills.map(({ skill_id, value }) => [skill_id, value])).toEqual([
      ["b", "aa"],
      ["a", "bb"],
    ]);
    model.take({ method: "steps/skillUnload", payload: { skill_id: "b", reason: "explicit_unload" } });
    model.take({ ...load("c"), decision: "deny" });
    expect(model.context.skills.map(({ skill_id }) => skill_id)).toEqual(["a"]);
  });
});

describe("subagents", () => {
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const start = (n: number) => ({
    method: "steps/subagentStart",
    payload: { subagent_session_id: id(n).toUpperCase(), intent_derivation: "inherit_full" },
  });
  const stop = (n: number) => ({
    method: "steps/subagentStop",
    payload: { subagent_session_id: id(n), outcome: "completed" },
  });

  it("run until they stop; a denied one stays denied", () => {
    const model = new SessionModel();
    model.take(start(1));
    model.take({ ...start(2), decision: "deny" });
    model.take(stop(1));
    model.take(stop(2));
    expect(model.context.subagents).toEqual([
      { session_id: id(1), step_id: "s-1", derivation: "inherit_full", state: "stopped", outcome: "completed" },
      { session_id: id(2), step_id: "s-2", derivation: "inherit_full", state: "denied" },
    ]);
  });

  it("that run are kept when there are too many, and those that ended give way", () => {
    const model = new SessionModel();
    for (let n = 0; n < 63; n += 1) model.take(start(n));
    model.take({ ...start(63), decision: "deny" });
    model.take(start(64));
    model.take(start(65));
    const states = model.context.subagents.map(({ state }) => state);
    expect([states.length, states.every((state) => state === "running")]).toEqual([64, true]);
    expect(model.context.subagents.map(({ session_id }) => session_id)).not.toContain(id(65));
  });
});

describe("the provenance summary", () => {
  it("counts every object once, also those of denied steps, and only grows", () => {
    const model = new SessionModel();
    model.take(userMessage("x", prov("p1", "user_input")));
    model.take({ ...retrieval(prov("p2", "retrieved"), prov("p1", "user_input")), decision: "deny" });
    model.take(toolCall("t", { a: [1, prov("p3", "agent_generated", { derived_from: ["p1", "p2"] })] }));
    expect(model.context.summary).toEqual({
      origins_seen: ["user_input", "retrieved", "agent_generated"],
      entry_count: 3,
      entry_count_by_origin: { user_input: 1, retrieved: 1, agent_generated: 1 },
      earliest_step_id_by_origin: { user_input: "s-1", retrieved: "s-2", agent_generated: "s-3" },
      max_lineage_depth: 1,
    });
  });
});

describe("taint", () => {
  it("remembers when data of a source last came in, of allowed steps only", () => {
    const model = new SessionModel();
    model.take(retrieval(prov("a", "retrieved", { source_id: "w" })));
    model.take({ ...retrieval(prov("b", "external")), decision: "deny" });
    model.take(userMessage("x", prov("c", "agent_generated", { derived_from: ["a"] })));
    expect(model.context.taint).toEqual({
      seen: [{ origin: "retrieved", source_id: "w", at: 2, provenance_id: "a", step_id: "s-3" }],
      overflow_at: null,
      grounded_at: 0,
    });
  });

  it("forgets the oldest sources first and remembers when the newest of them came in", () => {
    const model = new SessionModel();
    for (let i = 0; i < TAINT_BOUND + 3; i += 1)
      model.take(retrieval(prov(`r${i}`, "retrieved", { source_id: `w${i}` })));
    expect(model.context.taint.seen).toHaveLength(TAINT_BOUND);
    expect(model.context.taint.seen[0]?.source_id).toBe("w3");
    expect(model.context.taint.overflow_at).toBe(3);
  });

  it("counts data whose lineage is not fully known, and a wrapped answer where everything else says its origin", () => {
    const model = new SessionModel();
    const answer = { method: "protocols/MCP/tools/call", payload: { jsonrpc: "2.0", id: 1, result: { content: [] } } };
    model.take(answer);
    expect(model.context.taint.overflow_at).toBeNull();
    model.take(userMessage("x", prov("a", "agent_generated", { derived_from: ["nobody"] })));
    expect(model.context.taint.overflow_at).toBe(2);
    model.take(answer);
    expect(model.context.taint.overflow_at).toBe(3);
  });

  it.each([
    ["fresh input of the user", userMessage("x", prov("u", "user_input")), 2],
    ["a trigger by a message of the user", trigger("user_message", prov("u", "user_input")), 2],
    ["a scheduled trigger", trigger("scheduled", prov("u", "user_input")), 0],
    ["a message without provenance", userMessage("x"), 0],
    ["a message that quotes something else", userMessage("x", prov("u", "user_input", { derived_from: ["w"] })), 0],
    ["a pasted document", userMessage("x", prov("u", "external")), 0],
    ["a message seen before", userMessage("x", prov("old", "user_input")), 0],
    [
      "a message of two parts, one of which is not the user's",
      twoParts(prov("u", "user_input"), prov("v", "external")),
      0,
    ],
    ["a message of two parts, one of which says nothing", twoParts(prov("u", "user_input")), 0],
    ["a denied message", { ...userMessage("x", prov("u", "user_input")), decision: "deny" as const }, 0],
  ])("after %s: grounded at %3$s", (_, step, grounded) => {
    const model = new SessionModel();
    model.take(retrieval(prov("w", "retrieved"), prov("old", "user_input")));
    model.take(step);
    expect(model.context.taint.grounded_at).toBe(grounded);
  });
});

function trigger(trigger_type: string, provenance: object) {
  return { method: "steps/agentTrigger", payload: { trigger_type, trigger_source: { provenance } } };
}

function twoParts(first: object, second?: object) {
  const part = (provenance?: object) => ({ type: "text", value: "x", ...(provenance ? { provenance } : {}) });
  return { method: "steps/userMessage", payload: { content: [part(first), part(second)] } };
}
