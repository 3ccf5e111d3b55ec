/** Whatever an agent sends: the context stays small, only grows where it must, and is read back as it was written. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ModelStep, prov, SessionModel } from "../../testing/session-model";
import { canonicalText, utf8 } from "../json/canonical";
import { compose } from "../policy/compose";
import { paradigmFindings } from "../policy/paradigm-rules";
import { structuralFindings } from "../policy/structural";
import { structuralNotes } from "../policy/structural-notes";
import { EMPTY_CONTEXT, ORIGINS, type SessionContext } from "./context";
import { grantIntent } from "./intent";
import { CONTEXT_BYTES, contextText, parseContext } from "./stored";

const bytes = (context: SessionContext): number => utf8(contextText(context)).length;
const odd = fc.constantFrom(
  "a",
  "b",
  "c",
  "__proto__",
  "",
  "\u0001".repeat(90),
  "é".repeat(200),
  "x".repeat(5000),
  "😀",
);
const name = fc.oneof({ weight: 3, arbitrary: odd }, fc.string({ unit: "grapheme", maxLength: 60 }));
const origin = fc.constantFrom(...ORIGINS, "made_up");
const provenance = fc
  .record({
    provenance_id: name,
    origin,
    source_id: fc.option(name, { nil: undefined }),
    derived_from: fc.array(name, { maxLength: 6 }),
  })
  .map(({ provenance_id, origin: from, source_id, derived_from }) =>
    prov(provenance_id, from, { derived_from, ...(source_id === undefined ? {} : { source_id }) }),
  );
const capability = fc.record({ tool: name, operation: name, resource: name }, { requiredKeys: [] });
const intent = fc.record(
  { raw: name, parsed: fc.array(capability, { maxLength: 5 }), scope_mode: name },
  { requiredKeys: [] },
);
const path = fc.array(
  name.map((skill_id) => ({ skill_id })),
  { maxLength: 20 },
);
const digest = fc.record({ algorithm: name, value: name });

const step: fc.Arbitrary<ModelStep> = fc
  .record({
    decision: fc.constantFrom("allow" as const, "deny" as const, "modify" as const, "ask" as const, "defer" as const),
    metadata: fc.record({ turn_id: name }, { requiredKeys: [] }),
    body: fc.oneof(
      of("steps/sessionStart", fc.record({ intent, policy_mode: name })),
      of(
        "steps/agentTrigger",
        fc.record({ trigger_type: fc.constant("user_message"), intent, trigger_source: provenance }),
      ),
      of("steps/turnStart", fc.record({ turn_id: name, parent_turn_id: name, triggered_by: name })),
      of("steps/turnEnd", fc.record({ turn_id: name, outcome: name })),
      of(
        "steps/userMessage",
        fc.record({ content: fc.array(fc.record({ value: name, provenance }), { maxLength: 3 }) }),
      ),
      of(
        "steps/knowledgeRetrieval",
        fc.record({ results: fc.array(fc.record({ value: name, provenance }), { maxLength: 12 }) }),
      ),
      of(
        "steps/toolCallRequest",
        fc.record({
          tool: fc.record({ name }),
          arguments: fc.dictionary(name, fc.record({ value: name, provenance })),
        }),
      ),
      of(
        "steps/skillRegister",
        fc.record({
          skill_id: name,
          definition: fc.record({ digest }),
          composition: fc.record({ composed_skills: fc.array(name) }),
        }),
      ),
      of(
        "steps/skillLoad",
        fc.record({ skill_id: name, digest, load_path: path, load_trigger: fc.constant("skill_composition") }),
      ),
      of("steps/skillUnload", fc.record({ skill_id: name })),
      of(
        "steps/subagentStart",
        fc.record({
          subagent_session_id: name,
          intent_derivation: fc.constantFrom("fresh", "inherit_full", "inherit_subset"),
          subagent_intent: intent,
        }),
      ),
      of("steps/subagentStop", fc.record({ subagent_session_id: name, outcome: name })),
      of(
        "steps/postCompact",
        fc.record({ summary: fc.record({ value: name, provenance }), entries_compacted: fc.array(name) }),
      ),
      of(
        "protocols/MCP/tools/call",
        fc.record({
          jsonrpc: fc.constant("2.0"),
          method: fc.constant("tools/call"),
          params: fc.record({ name, arguments: fc.dictionary(name, name) }),
        }),
      ),
      of("agbom/snapshot", fc.record({ components: fc.array(provenance) })),
    ),
  })
  .map(({ decision, metadata, body }) => ({ ...body, decision, metadata }));

function of(method: string, payload: fc.Arbitrary<object>): fc.Arbitrary<{ method: string; payload: object }> {
  return payload.map((value) => ({ method, payload: value }));
}

const SETTINGS = {
  consequential: ["*"],
  ibac: { on_mismatch: "ask" as const, max_extensions: 2 },
  fides: { on_untrusted: "ask" as const, flows: [{ from: "retrieved", to: ["a"] }] },
  camel: { arguments: [{ tool: "a", argument: "a", may_come_from: ["user_input"] }] },
  aarm: { look_back_steps: 5, on_taint: "deny" as const },
};

describe("any sequence of steps", () => {
  it("keeps the context small, well formed, and equal to what is read back", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const model = new SessionModel();
        for (const item of steps) model.take(item);
        const text = contextText(model.context);
        expect(utf8(text).length).toBeLessThan(CONTEXT_BYTES);
        const read = parseContext(text);
        expect(read.ok && contextText(read.value)).toBe(text);
        expect(read.ok && read.value).toEqual(model.context);
      }),
      { numRuns: 60 },
    );
  });

  it("never shrinks the summary, never changes a fixed Intent, and ends in the same context every time", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const [model, again] = [new SessionModel(), new SessionModel()];
        for (const item of steps) {
          const before = model.context;
          const after = model.take(item);
          expect(contextText(again.take(item))).toBe(contextText(after));
          expect(after.summary.origins_seen.slice(0, before.summary.origins_seen.length)).toEqual(
            before.summary.origins_seen,
          );
          expect(after.summary.entry_count).toBeGreaterThanOrEqual(before.summary.entry_count);
          expect(after.summary.max_lineage_depth).toBeGreaterThanOrEqual(before.summary.max_lineage_depth);
          expect(after.summary.earliest_step_id_by_origin).toMatchObject(before.summary.earliest_step_id_by_origin);
          expect(Object.values(after.summary.entry_count_by_origin).reduce((a, b) => a + b, 0)).toBe(
            after.summary.entry_count,
          );
          expect(after.steps - before.steps).toBe(item.decision === "deny" ? 0 : 1);
          expect(after.taint.grounded_at).toBeGreaterThanOrEqual(before.taint.grounded_at);
          expect(after.intent ?? null).toEqual(before.intent ?? after.intent);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("is judged without fault, by findings whose order does not matter", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
        const model = new SessionModel(SETTINGS);
        for (const item of steps) {
          const input = model.input(item);
          const findings = [...structuralFindings(input), ...paradigmFindings(input)];
          const conclude = (list: typeof findings) => compose({ findings: list, permitted: true, bundle_digest: "b" });
          const [forward, backward] = [conclude(findings), conclude([...findings].reverse())];
          expect(backward).toEqual(forward);
          expect(canonicalText({ data: forward.policy_data })).toBe(canonicalText({ data: backward.policy_data }));
          structuralNotes({ ...input, heads: [] });
          model.take(item);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("the largest context", () => {
  const wide = (n: number) => `${"\u0001".repeat(9)}${String(n).padStart(20, "0")}`;
  const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

  function largest(): SessionModel {
    const model = new SessionModel({}, { ...EMPTY_CONTEXT, steps: 9_007_199_254_000_000 });
    const take = (method: string, payload: object) =>
      model.take({ method, payload, id: uuid(model.context.steps - 9_007_199_254_000_000) });
    const parsed = Array.from({ length: 64 }, (_, i) => ({ tool: wide(i), resource: wide(i) }));
    while (JSON.stringify(parsed).length > 6100) parsed.pop();
    take("steps/sessionStart", {
      policy_mode: wide(1),
      intent: { raw: "\u0001".repeat(4000), parsed, scope_mode: wide(1) },
    });
    for (let i = 0; i < 40; i += 1)
      take("steps/turnStart", { turn_id: wide(i), parent_turn_id: wide(99), triggered_by: wide(1) });
    for (let i = 0; i < 70; i += 1) {
      take("steps/subagentStart", { subagent_session_id: wide(i), intent_derivation: "derived_from_parent" });
      take("steps/subagentStop", { subagent_session_id: wide(i), outcome: "\u0001\u0001\u0001" });
      const source = prov(`${wide(i)}${"y".repeat(44)}`, "agent_generated", { source_id: wide(i) });
      take("steps/userMessage", { content: [{ value: 1, provenance: source }] });
      const digest = { algorithm: wide(i), value: "f".repeat(128) };
      take("steps/skillLoad", {
        skill_id: wide(i),
        digest,
        load_path: Array.from({ length: 16 }, () => ({ skill_id: wide(7) })),
      });
    }
    for (const origin of ORIGINS)
      take("steps/userMessage", { content: [{ value: 1, provenance: prov(`o-${origin}`, origin) }] });
    return model;
  }

  it("still fits, with every list full and every text as long as it is kept", () => {
    const model = largest();
    let { context } = model;
    for (let i = 0; i < 40; i += 1) {
      context = grantIntent(context, {
        capabilities: [{ tool: wide(i) }],
        approval_id: wide(1),
        approver: wide(2),
        entry_id: wide(3),
      });
    }
    expect([context.turns.length, context.subagents.length, context.taint.seen.length]).toEqual([32, 64, 64]);
    expect(context.intent?.grants.length).toBeGreaterThan(8);
    expect(context.skills.length).toBeGreaterThan(2);
    expect(bytes(context)).toBeGreaterThan(55_000);
    expect(
      bytes({ ...context, agbom: { hash: "f".repeat(64), components: 9_999_999, seq: 9_007_199_254_740_991 } }),
    ).toBeLessThan(CONTEXT_BYTES);
  });
});

describe("a stored context", () => {
  const text = contextText(EMPTY_CONTEXT);

  it.each([
    ["no JSON", "{"],
    ["another version", text.replace('"v":1', '"v":2')],
    ["a missing member", text.replace('"deferrals":0,', "")],
    ["an unknown member", text.replace('"v":1', '"v":1,"w":1')],
    ["a wrong type", text.replace('"steps":0', '"steps":"0"')],
    ["an origin that there is not", text.replace('"origins_seen":[]', '"origins_seen":["friend"]')],
  ])("with %s is not taken", (_, broken) => {
    expect(broken).not.toBe(text);
    expect(parseContext(broken).ok).toBe(false);
  });
});
