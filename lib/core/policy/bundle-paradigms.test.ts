import { describe, expect, it } from "vitest";
import { prov, retrieval, SessionModel, toolCall, userMessage } from "../../testing/session-model";
import { bundleText, DEFAULT_SETTINGS, type PolicyBundle, parseBundle } from "./bundle";
import { DEFAULT_BUNDLE } from "./default-bundle";
import { paradigmFindings } from "./paradigm-rules";
import type { ParadigmSettings } from "./paradigms";

const bundle = (paradigms: unknown): PolicyBundle =>
  ({
    v: "guardian-bundle/1",
    name: "test",
    settings: DEFAULT_SETTINGS,
    policies: [{ id: "a", text: "permit (principal, action, resource);" }],
    paradigms,
  }) as PolicyBundle;

const GOOD: ParadigmSettings = {
  trust: { trusted_origins: ["user_input"], trusted_sources: ["crm"], untrusted_sources: ["wiki"] },
  consequential: ["filesystem.delete", "network.*", "tool:refund_payment", "tool:delete_*", "*"],
  ibac: { on_mismatch: "ask", max_extensions: 3 },
  fides: {
    on_untrusted: "deny",
    carriers: [{ tool: "mail", argument: "body" }],
    flows: [{ from: "hr", to: ["hr_*"] }],
  },
  camel: { arguments: [{ tool: "schedule", argument: "attendees", may_come_from: ["user_input"] }] },
  aarm: { look_back_steps: 20, on_taint: "ask" },
  components: { on_undeclared: "ask" },
};

const refusal = (paradigms: unknown) => {
  const read = parseBundle(JSON.stringify(bundle(paradigms), null, 1));
  return read.ok ? null : read.failure;
};

describe("paradigm settings", () => {
  it("are read back as they were written, and stay out of bundles without them", () => {
    const read = parseBundle(bundleText(bundle(GOOD)));
    expect(read.ok && bundleText(read.value)).toBe(bundleText(bundle(GOOD)));
    expect(bundleText(bundle(undefined))).not.toContain("paradigms");
    expect(refusal({})).toBeNull();
  });

  it.each<[string, unknown, string]>([
    ["a typo in a paradigm", { fide: GOOD.fides }, "paradigms.fide"],
    ["a wrong type", [], "paradigms"],
    ["null", null, "paradigms"],
    [
      "a disposition that there is not",
      { ibac: { on_mismatch: "allow", max_extensions: 1 } },
      "paradigms.ibac.on_mismatch",
    ],
    ["a missing setting", { ibac: { on_mismatch: "ask" } }, "paradigms.ibac.max_extensions"],
    ["a number out of range", { ibac: { on_mismatch: "ask", max_extensions: 33 } }, "paradigms.ibac.max_extensions"],
    [
      "a look-back of nothing",
      { ...GOOD, aarm: { look_back_steps: 0, on_taint: "ask" } },
      "paradigms.aarm.look_back_steps",
    ],
    [
      "a look-back as text",
      { ...GOOD, aarm: { look_back_steps: "20", on_taint: "ask" } },
      "paradigms.aarm.look_back_steps",
    ],
    [
      "an origin that there is not",
      { trust: { ...GOOD.trust, trusted_origins: ["friend"] } },
      "paradigms.trust.trusted_origins[0]",
    ],
    [
      "a source both trusted and not",
      { trust: { ...GOOD.trust, untrusted_sources: ["crm"] } },
      "paradigms.trust.trusted_sources",
    ],
    ["half of trust", { trust: { trusted_origins: [] } }, "paradigms.trust.trusted_sources"],
    ["an empty pattern", { consequential: ["tool:"] }, "paradigms.consequential[0]"],
    ["a pattern in the middle", { consequential: ["network.*.egress"] }, "paradigms.consequential[0]"],
    ["a pattern of words", { consequential: ["delete files"] }, "paradigms.consequential[0]"],
    ["a star inside a tool", { consequential: ["ok", "tool:a*b"] }, "paradigms.consequential[1]"],
    ["a paradigm that judges nothing", { aarm: GOOD.aarm }, "paradigms.consequential"],
    ["another one", { consequential: [], fides: GOOD.fides }, "paradigms.consequential"],
    [
      "a flow without an end",
      { ...GOOD, fides: { on_untrusted: "ask", flows: [{ from: "hr" }] } },
      "paradigms.fides.flows[0].to",
    ],
    [
      "an argument from nowhere",
      { camel: { arguments: [{ tool: "t", argument: "a", may_come_from: [] }] } },
      "paradigms.camel.arguments[0].may_come_from",
    ],
    [
      "an empty name",
      { camel: { arguments: [{ tool: "t", argument: " ", may_come_from: ["x"] }] } },
      "paradigms.camel.arguments[0].argument",
    ],
    ["no arguments", { camel: { arguments: [] } }, "paradigms.camel.arguments"],
    [
      "an unknown setting inside",
      { ...GOOD, fides: { ...GOOD.fides, on_untrused: "deny" } },
      "paradigms.fides.on_untrused",
    ],
  ])("with %s refuse the bundle and name the place", (_, paradigms, field) => {
    const failure = refusal(paradigms);
    expect(failure).toMatchObject({ reason: "bundle_invalid", field });
    expect(failure?.message).toMatch(/^bundle, line \d+: paradigms/);
  });
});

describe("the paradigms of the default bundle", () => {
  const findings = (model: SessionModel, step: ReturnType<typeof toolCall>) =>
    paradigmFindings(model.input(step)).map(({ disposition, reason_code }) => `${disposition} ${reason_code}`);
  const refund = (provenance?: object) => toolCall("refund_payment", { amount: [100, provenance] });

  it("leave a refund alone in a session that tells no provenance and no Intent", () => {
    const model = new SessionModel(DEFAULT_BUNDLE.paradigms);
    model.take({ method: "steps/sessionStart" });
    model.take(userMessage("refund 100"));
    expect(findings(model, refund())).toEqual([]);
  });

  it("leave it alone when the user said it, and ask when something else did", () => {
    const model = new SessionModel(DEFAULT_BUNDLE.paradigms);
    model.take(userMessage("refund 100", prov("u", "user_input")));
    expect(findings(model, refund(prov("u", "user_input")))).toEqual([]);
    model.take(retrieval(prov("w", "retrieved")));
    expect(findings(model, refund(prov("w", "retrieved")))).toEqual([
      "ask fides_p_t_violation",
      "ask aarm_cumulative_taint",
    ]);
  });

  it("ask about a call outside the Intent, and deny when that is strict", () => {
    const start = (scope_mode?: string) => {
      const model = new SessionModel(DEFAULT_BUNDLE.paradigms);
      const intent = { parsed: [{ tool: "lookup_order" }], parser_provenance: prov("u", "user_input"), scope_mode };
      model.take({ method: "steps/sessionStart", payload: { intent } });
      return findings(model, refund());
    };
    expect([start(), start("strict")]).toEqual([["ask ibac_intent_mismatch"], ["deny ibac_scope_mode_strict"]]);
  });
});
