import { describe, expect, it } from "vitest";
import {
  MODEL_SESSION,
  type ModelStep,
  prov,
  retrieval,
  SessionModel,
  toolCall,
  userMessage,
} from "../../testing/session-model";
import { fromPlainObject } from "../json/build";
import { EMPTY_CONTEXT, type SessionContext } from "../session/context";
import { intentOf } from "../session/intent";
import { deriveChildIntent } from "../session/subagents";
import { permittedAt } from "../wire/hooks/registry";
import { sentenceFor } from "../wire/reason-codes";
import { structuralFindings } from "./structural";

const codes = (model: SessionModel, step: ModelStep): readonly (string | undefined)[] => {
  const findings = structuralFindings(model.input(step));
  for (const { reason_code } of findings) expect(sentenceFor(reason_code ?? "")).not.toBeNull();
  for (const { disposition } of findings)
    expect([step.method, permittedAt(step.method)]).toEqual([step.method, expect.arrayContaining([disposition])]);
  return findings.map(({ reason_code }) => reason_code);
};

const provenance = prov("p0", "user_input");
const start = (intent?: object) => ({ method: "steps/sessionStart", payload: intent ? { intent } : {} });
const trigger = (intent: object) => ({
  method: "steps/agentTrigger",
  payload: { trigger_type: "scheduled", intent },
});

describe("an Intent that is sent again", () => {
  const first = { raw: "r", parsed: [{ tool: "a" }, { tool: "b" }], parser_provenance: provenance };

  it("may say the same in another order", () => {
    const model = new SessionModel();
    model.take(start(first));
    expect(codes(model, trigger({ ...first, parsed: [{ tool: "b" }, { tool: "a" }, { tool: "a" }] }))).toEqual([]);
    expect(codes(model, start())).toEqual([]);
  });

  it.each([
    ["more", [{ tool: "a" }, { tool: "b" }, { tool: "c" }]],
    ["less", [{ tool: "a" }]],
  ])("is denied when it names %s", (_, parsed) => {
    const model = new SessionModel();
    model.take(start(first));
    expect(codes(model, trigger({ ...first, parsed }))).toEqual(["intent_mismatch"]);
  });

  it("is no mutation after a first one that was denied", () => {
    const model = new SessionModel();
    model.take({ ...start(first), decision: "deny" });
    expect(codes(model, start({ ...first, raw: "another" }))).toEqual([]);
  });

  it("is denied when it is more than a session keeps", () => {
    const parsed = Array.from({ length: 65 }, (_, i) => ({ tool: `t${i}` }));
    expect(codes(new SessionModel(), start({ parsed, parser_provenance: provenance }))).toEqual(["intent_too_large"]);
  });
});

describe("a turn", () => {
  const open = (turn_id: string, parent_turn_id?: string) => ({
    method: "steps/turnStart",
    payload: { turn_id, triggered_by: "agent_loop", ...(parent_turn_id ? { parent_turn_id } : {}) },
  });

  it("that is open cannot start again", () => {
    const model = new SessionModel();
    model.take(open("a"));
    expect(codes(model, open("a"))).toEqual(["turn_already_open"]);
    model.take({ method: "steps/turnEnd", payload: { turn_id: "a", outcome: "completed" } });
    expect(codes(model, open("a"))).toEqual([]);
  });

  it("nests 32 deep and no deeper", () => {
    const model = new SessionModel();
    model.take(open("t1"));
    for (let i = 2; i <= 32; i += 1) {
      expect(codes(model, open(`t${i}`, `t${i - 1}`))).toEqual([]);
      model.take(open(`t${i}`, `t${i - 1}`));
    }
    expect(codes(model, open("t33", "t32"))).toEqual(["turn_nesting_exceeded"]);
    expect(codes(model, open("side", "t1"))).toEqual([]);
  });

  it("with an id of any length is told apart from others", () => {
    const model = new SessionModel();
    const long = "x".repeat(100_000);
    model.take(open(long));
    expect([codes(model, open(long)), codes(model, open(`${long}y`))]).toEqual([["turn_already_open"], []]);
  });
});

describe("a skill", () => {
  const digest = { algorithm: "sha-256", value: "ab" };
  const register = (skill_id: string, composed_skills: readonly string[] = [], more = digest): ModelStep => ({
    method: "steps/skillRegister",
    payload: { skill_id, definition: { digest: more }, declared_capabilities: [], composition: { composed_skills } },
  });
  const load = (skill_id: string, path: readonly string[], more: object = {}): ModelStep => ({
    method: "steps/skillLoad",
    payload: {
      skill_id,
      digest,
      load_trigger: path.length > 1 ? "skill_composition" : "user",
      load_path: path.map((id) => ({ skill_id: id })),
      ...more,
    },
  });

  it("loads when an allowed registration names this id, algorithm and value", () => {
    const model = new SessionModel();
    expect(codes(model, load("a", ["a"]))).toEqual(["skill_unverifiable"]);
    model.take({ ...register("a"), decision: "deny" });
    expect(codes(model, load("a", ["a"]))).toEqual(["skill_unverifiable"]);
    model.take(register("a"));
    expect(codes(model, load("a", ["a"]))).toEqual([]);
    expect(codes(model, load("a", ["a"], { digest: { algorithm: "sha-512", value: "ab" } }))).toEqual([
      "skill_unverifiable",
    ]);
    expect(codes(model, load("a", ["a"], { digest: { algorithm: "sha-256", value: "AB" } }))).toEqual([
      "skill_unverifiable",
    ]);
    expect(codes(model, load("a", ["a"], { digest_verified: false }))).toEqual(["skill_unverifiable"]);
    expect(codes(model, load("b", ["b"], { digest_verified: true }))).toEqual(["skill_unverifiable"]);
  });

  it("loads through skills that compose each other", () => {
    const model = new SessionModel();
    model.take(register("a", ["b"]));
    model.take(register("b", ["c"]));
    model.take(register("c"));
    expect(codes(model, load("c", ["a", "b", "c"]))).toEqual([]);
    expect(codes(model, load("b", ["a", "b"]))).toEqual([]);
  });

  it.each([
    ["skips a skill", ["a", "c"], {}],
    ["runs backwards", ["b", "a", "c"], {}],
    ["ends elsewhere", ["a", "b"], {}],
    ["names a stranger", ["z", "b", "c"], {}],
    ["is too short for a composition", ["c"], { load_trigger: "skill_composition" }],
    ["is empty in a composition", [], { load_trigger: "skill_composition" }],
    ["is long without a composition", ["a", "b", "c"], { load_trigger: "user" }],
    ["is longer than can be kept", [...Array.from({ length: 16 }, () => "a"), "c"], {}],
  ])("does not load on a path that %s", (_, path, more) => {
    const model = new SessionModel();
    model.take(register("a", ["b"]));
    model.take(register("b", ["c"]));
    model.take(register("c"));
    expect(codes(model, load("c", path, more))).toEqual(["skill_load_path_invalid"]);
  });

  it("is composed by the version of its parent that is loaded, not by another one", () => {
    const model = new SessionModel();
    const other = { algorithm: "sha-256", value: "cd" };
    model.take(register("a", []));
    model.take(register("a", ["b"], other));
    model.take(register("b"));
    expect(codes(model, load("b", ["a", "b"]))).toEqual([]);
    model.take(load("a", ["a"]));
    expect(codes(model, load("b", ["a", "b"]))).toEqual(["skill_load_path_invalid"]);
  });

  it("does not load when the session holds as many as it may", () => {
    const model = new SessionModel();
    for (let i = 0; i < 33; i += 1) model.take(register(`s${i}`));
    for (let i = 0; i < 32; i += 1) model.take(load(`s${i}`, [`s${i}`]));
    expect(codes(model, load("s32", ["s32"]))).toEqual(["skill_bound_exceeded"]);
    expect(codes(model, load("s0", ["s0"]))).toEqual([]);
  });
});

const CHILD = "11111111-1111-4111-8111-111111111111";
const spawn = (intent_derivation: string, parsed?: readonly object[], more: object = {}): ModelStep => ({
  method: "steps/subagentStart",
  payload: {
    subagent_session_id: CHILD,
    parent_session_id: MODEL_SESSION,
    parent_step_id: "s-1",
    intent_derivation,
    ...(parsed ? { subagent_intent: { parsed, parser_provenance: provenance } } : {}),
    ...more,
  },
});

const withIntent = (intent: object): SessionContext => ({
  ...EMPTY_CONTEXT,
  intent: intentOf(fromPlainObject(intent), "s-0"),
});

describe("a subagent", () => {
  const parent = withIntent({ parsed: [{ tool: "read", resource: "docs/*" }, { tool: "mail" }] });
  const strict = withIntent({ parsed: [{ tool: "read" }], scope_mode: "strict" });

  it.each<[string, readonly object[] | undefined, readonly string[]]>([
    ["inherit_subset", [{ tool: "read", resource: "docs/a" }], []],
    ["inherit_subset", [{ tool: "mail", operation: "send" }], []],
    ["inherit_subset", undefined, []],
    ["inherit_subset", [{ tool: "read" }], ["subagent_intent_exceeds_parent"]],
    ["derived_from_parent", [{ tool: "mail" }, { tool: "pay" }], ["subagent_intent_exceeds_parent"]],
    ["inherit_full", [{ tool: "pay" }], ["subagent_intent_exceeds_parent"]],
    ["inherit_full", undefined, []],
    ["fresh", [{ tool: "pay" }], []],
    ["inherit_subset", [{}], ["subagent_intent_exceeds_parent"]],
  ])("with %s and %j: %j", (derivation, parsed, expected) => {
    expect(codes(new SessionModel({}, parent), spawn(derivation, parsed))).toEqual(expected);
  });

  it("may have what a person granted its parent", () => {
    const granted = {
      ...parent,
      intent: parent.intent && {
        ...parent.intent,
        grants: [{ capabilities: [{ tool: "pay" }], approval_id: "a", approver: "u", entry_id: "e" }],
      },
    };
    expect(codes(new SessionModel({}, granted), spawn("inherit_subset", [{ tool: "pay" }]))).toEqual([]);
  });

  it("is never fresh under a strict Intent", () => {
    expect(codes(new SessionModel({}, strict), spawn("fresh"))).toEqual(["subagent_intent_exceeds_parent"]);
    expect(codes(new SessionModel({}, strict), spawn("inherit_full"))).toEqual([]);
  });

  it("starts once, also after it stopped or was denied, and in any spelling of its id", () => {
    const model = new SessionModel();
    model.take({ ...spawn("fresh"), decision: "deny" });
    expect(codes(model, spawn("fresh", undefined, { subagent_session_id: CHILD.toUpperCase() }))).toEqual([
      "subagent_already_started",
    ]);
  });

  it("is neither its own parent nor another session's child", () => {
    const model = new SessionModel();
    expect(codes(model, spawn("fresh", undefined, { subagent_session_id: MODEL_SESSION }))).toEqual([
      "subagent_already_started",
    ]);
    expect(codes(model, spawn("fresh", undefined, { parent_session_id: CHILD }))).toEqual(["subagent_parent_mismatch"]);
    expect(codes(model, spawn("fresh", undefined, { parent_session_id: MODEL_SESSION.toUpperCase() }))).toEqual([]);
  });
});

describe("the Intent of a child's session", () => {
  const parent = withIntent({ raw: "r", parsed: [{ tool: "read" }, { tool: "mail" }], scope_mode: "strict" });
  const child = (context: SessionContext, step: ModelStep) =>
    deriveChildIntent(context, fromPlainObject(step.payload ?? {}));

  it("is the parent's when inherited in full", () => {
    expect(child(parent, spawn("inherit_full"))).toMatchObject({
      parsed: [{ tool: "read" }, { tool: "mail" }],
      scope_mode: "strict",
      digest: parent.intent?.digest,
    });
  });

  it("is the part that it was given, and strict stays strict", () => {
    expect(child(parent, spawn("inherit_full", [{ tool: "read" }]))).toMatchObject({ parsed: [{ tool: "read" }] });
    expect(child(parent, spawn("inherit_subset", [{ tool: "read" }]))).toMatchObject({
      parsed: [{ tool: "read" }],
      scope_mode: "strict",
    });
  });

  it("is a bound where none was given: its first own Intent must lie within, and is then fixed", () => {
    const bound = child(parent, spawn("derived_from_parent"));
    expect(bound).toMatchObject({ digest: "", parsed: [{ tool: "read" }, { tool: "mail" }] });
    const model = new SessionModel({}, { ...EMPTY_CONTEXT, intent: bound });
    expect(codes(model, start({ parsed: [{ tool: "pay" }] }))).toEqual(["subagent_intent_exceeds_parent"]);
    expect(codes(model, start({ parsed: [{ tool: "read" }] }))).toEqual([]);
    model.take(start({ parsed: [{ tool: "read" }] }));
    expect(model.context.intent).toMatchObject({ parsed: [{ tool: "read" }], scope_mode: "strict" });
    expect(codes(model, start({ parsed: [{ tool: "mail" }] }))).toEqual(["intent_mismatch"]);
  });

  it("is its own, or none, when fresh or when the parent has none", () => {
    expect(child(parent, spawn("fresh"))).toBeNull();
    expect(child(EMPTY_CONTEXT, spawn("inherit_full"))).toBeNull();
    expect(child(EMPTY_CONTEXT, spawn("fresh", [{ tool: "a" }]))).toMatchObject({
      parsed: [{ tool: "a" }],
      grants: [],
    });
  });
});

describe("a provenance id", () => {
  it("that comes back for other data is denied where denial is possible, and cited", () => {
    const model = new SessionModel();
    model.take(retrieval(prov("p1", "retrieved")));
    const step = toolCall("t", { a: [1, prov("p1", "user_input")] });
    expect(codes(model, step)).toEqual(["provenance_conflict"]);
    expect(structuralFindings(model.input(step))[0]?.cited_provenance_ids).toEqual(["p1"]);
    expect(codes(model, userMessage("x", prov("p1", "retrieved")))).toEqual([]);
  });
});

describe("a skill of more parts than can be looked up", () => {
  const register = (parts: number) => ({
    method: "steps/skillRegister",
    payload: {
      skill_id: "s",
      definition: { digest: { algorithm: "sha-256", value: "00" } },
      declared_capabilities: [],
      composition: { tools: Array.from({ length: parts - 1 }, (_, index) => `t${index}`), models: ["m"] },
    },
  });

  it("is denied at its registration", () => {
    expect(structuralFindings(new SessionModel().input(register(1_024)))).toEqual([]);
    expect(structuralFindings(new SessionModel().input(register(1_025)))).toMatchObject([
      { disposition: "deny", reason_code: "skill_bound_exceeded" },
    ]);
  });
});
