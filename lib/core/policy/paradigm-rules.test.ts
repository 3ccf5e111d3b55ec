import { describe, expect, it } from "vitest";
import { type ModelStep, prov, retrieval, SessionModel, toolCall, userMessage } from "../../testing/session-model";
import { grantIntent } from "../session/intent";
import { permittedAt } from "../wire/hooks/registry";
import { sentenceFor } from "../wire/reason-codes";
import { paradigmFindings } from "./paradigm-rules";
import type { ParadigmSettings } from "./paradigms";

/** `disposition code`, in the order of the rules. */
function verdicts(model: SessionModel, step: ModelStep): readonly string[] {
  const findings = paradigmFindings(model.input(step));
  for (const { reason_code, more_codes = [] } of findings) {
    for (const code of [reason_code ?? "", ...more_codes]) expect([code, sentenceFor(code)]).not.toEqual([code, null]);
  }
  return findings.map(({ disposition, reason_code }) => `${disposition} ${reason_code}`);
}

const mcpCall = (name: string, args: object = {}): ModelStep => ({
  method: "protocols/MCP/tools/call",
  payload: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
});

const ALL: ParadigmSettings = {
  consequential: ["*"],
  ibac: { on_mismatch: "ask", max_extensions: 1 },
  fides: { on_untrusted: "ask", flows: [{ from: "retrieved", to: [] }] },
  camel: { arguments: [{ tool: "*", argument: "a", may_come_from: ["user_input"] }] },
  aarm: { look_back_steps: 20, on_taint: "ask" },
};

describe("paradigms", () => {
  it("are silent in a session that tells neither an Intent nor where data comes from", () => {
    const settings = {
      ...ALL,
      camel: { arguments: [{ tool: "refund_payment", argument: "amount", may_come_from: ["user_input"] }] },
    };
    const model = new SessionModel(settings);
    model.take({ method: "steps/sessionStart" });
    model.take(userMessage("refund order 7"));
    expect(verdicts(model, toolCall("refund_payment", { amount: [840] }))).toEqual([]);
    expect(verdicts(model, mcpCall("refund_payment", { amount: 840 }))).toEqual([]);
  });

  it("that the bundle leaves out are off", () => {
    const model = new SessionModel({});
    model.take(retrieval(prov("w", "retrieved")));
    expect(verdicts(model, toolCall("t", { a: [1, prov("x", "external")] }))).toEqual([]);
  });

  it("speak at calls of tools only", () => {
    const model = new SessionModel(ALL);
    model.take(retrieval(prov("w", "retrieved")));
    expect(verdicts(model, userMessage("x", prov("m", "external")))).toEqual([]);
    const answer = { method: "protocols/MCP/tools/call", payload: { jsonrpc: "2.0", id: 1, result: {} } };
    expect(verdicts(model, answer)).toEqual([]);
    expect(permittedAt("protocols/MCP/tools/call")).toContain("ask");
  });
});

describe("a call of any size", () => {
  it("makes findings of a size that an answer can carry", () => {
    const model = new SessionModel({
      ...ALL,
      camel: { arguments: [{ tool: "*", argument: "a b", may_come_from: ["user_input"] }] },
    });
    model.take({
      method: "steps/sessionStart",
      payload: { intent: { parsed: [], parser_provenance: prov("p", "user_input") } },
    });
    const spelling = (i: number) => `A${"-".repeat(1 + (i % 40))}b${" ".repeat(Math.floor(i / 40))}`;
    const args = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [
        spelling(i),
        ["v", prov(`x${i}`, "external", { source_id: `s${i}` })] as const,
      ]),
    );
    const step = toolCall("t".repeat(50_000), {
      ...args,
      to: ["r".repeat(50_000)],
      ["n".repeat(50_000)]: ["v", prov("y", "external")],
    });
    const findings = paradigmFindings(model.input(step));
    expect(findings.map(({ rule_id }) => rule_id)).toEqual([
      "ibac/tool-call-in-intent",
      "fides/p-t",
      "camel/argument-lineage",
    ]);
    expect(JSON.stringify(findings).length).toBeLessThan(40_000);
    expect(findings[0]?.intent_extension).toBeUndefined();
  });
});

describe("IBAC", () => {
  const settings: ParadigmSettings = { ibac: { on_mismatch: "ask", max_extensions: 2 } };
  const session = (parsed: readonly object[], more: object = {}, own = settings): SessionModel => {
    const model = new SessionModel(own);
    const intent = { parsed, parser_provenance: prov("p0", "user_input"), ...more };
    model.take({ method: "steps/sessionStart", payload: { intent } });
    return model;
  };

  it.each<[string, readonly object[], ModelStep, readonly string[]]>([
    ["the tool", [{ tool: "mail" }], toolCall("mail", { to: ["a@x"] }), []],
    ["another tool", [{ tool: "mail" }], toolCall("pay", {}), ["ask ibac_intent_mismatch"]],
    ["tool and resource", [{ tool: "mail", resource: "a@x" }], toolCall("mail", { to: ["a@x"] }), []],
    [
      "another resource",
      [{ tool: "mail", resource: "a@x" }],
      toolCall("mail", { to: ["b@x"] }),
      ["ask ibac_intent_mismatch"],
    ],
    [
      "a second recipient",
      [{ tool: "mail", resource: "a@x" }],
      toolCall("mail", { to: ["a@x"], bcc: ["b@x"] }),
      ["ask ibac_intent_mismatch"],
    ],
    [
      "a list with a stranger",
      [{ tool: "mail", resource: "a@x" }],
      toolCall("mail", { to: [["a@x", "b@x"]] }),
      ["ask ibac_intent_mismatch"],
    ],
    [
      "recipients of two capabilities",
      [{ resource: "a@x" }, { resource: "b@x" }],
      toolCall("mail", { to: [["a@x", "b@x"]] }),
      [],
    ],
    [
      "no resource at all",
      [{ tool: "mail", resource: "a@x" }],
      toolCall("mail", { text: ["hi"] }),
      ["ask ibac_intent_mismatch"],
    ],
    [
      "an object as resource",
      [{ tool: "mail", resource: "a@x" }],
      toolCall("mail", { to: [{ x: "a@x" }] }),
      ["ask ibac_intent_mismatch"],
    ],
    ["a path below a pattern", [{ tool: "read", resource: "docs/*" }], toolCall("read", { path: ["docs/a"] }), []],
    [
      "a path that climbs",
      [{ tool: "read", resource: "docs/*" }],
      toolCall("read", { path: ["docs/../a"] }),
      ["ask ibac_intent_mismatch"],
    ],
    ["the operation", [{ operation: "read" }], toolCall("t", {}, { operation: "read" }), []],
    [
      "the abstract capability",
      [{ operation: "filesystem.*" }],
      toolCall("t", {}, { operation: "x", capability: "filesystem.read" }),
      [],
    ],
    [
      "another operation",
      [{ operation: "read" }],
      toolCall("t", {}, { operation: "write" }),
      ["ask ibac_intent_mismatch"],
    ],
    ["an operation not told", [{ operation: "read" }], toolCall("t", {}), ["ask ibac_intent_mismatch"]],
    ["an Intent to do nothing", [], toolCall("t", {}), ["ask ibac_intent_mismatch"]],
    ["a wrapped call within", [{ tool: "mail" }], mcpCall("mail", { to: "a@x" }), []],
    ["a wrapped call outside", [{ tool: "mail" }], mcpCall("pay"), ["ask ibac_intent_mismatch"]],
  ])("judges %s", (_, parsed, step, expected) => {
    expect(verdicts(session(parsed), step)).toEqual(expected);
  });

  it("looks at no more resources than it can, and then only an unrestricted capability covers them", () => {
    const many = toolCall("mail", { to: [Array.from({ length: 1000 }, (_, i) => `r${i}@x`)] });
    expect(verdicts(session([{ tool: "mail" }]), many)).toEqual([]);
    expect(verdicts(session([{ tool: "mail", resource: "*" }]), many)).toEqual(["ask ibac_intent_mismatch"]);
  });

  it("is silent where the Intent is words only", () => {
    const model = new SessionModel(settings);
    model.take({ method: "steps/sessionStart", payload: { intent: { raw: "do it" } } });
    expect(verdicts(model, toolCall("pay", {}))).toEqual([]);
  });

  it("denies in a strict Intent and proposes nothing", () => {
    const model = session([{ tool: "mail" }], { scope_mode: "strict" });
    const [finding] = paradigmFindings(model.input(toolCall("pay", {})));
    expect([finding?.disposition, finding?.reason_code, finding?.intent_extension]).toEqual([
      "deny",
      "ibac_scope_mode_strict",
      undefined,
    ]);
  });

  it("proposes what would cover the call, until it was extended as often as policy allows", () => {
    const model = session([{ tool: "mail" }]);
    const step = toolCall("pay", { account: ["DE1"] }, { operation: "send" });
    expect(paradigmFindings(model.input(step))[0]?.intent_extension).toEqual({
      capabilities: [
        {
          tool: "pay",
          operation: "send",
          resource: 'exactly:{"arguments":{"account":"DE1"},"operation":"send"}',
        },
      ],
      scope: "this_request",
    });
    const grant = (tool: string) => ({ capabilities: [{ tool }], approval_id: "a", approver: "u", entry_id: "e" });
    model.context = grantIntent(model.context, grant("x"));
    expect(verdicts(model, step)).toEqual(["ask ibac_intent_mismatch"]);
    model.context = grantIntent(model.context, grant("y"));
    expect(verdicts(model, step)).toEqual(["deny ibac_intent_mismatch"]);
    expect(verdicts(model, toolCall("y", {}))).toEqual([]);
  });
});

describe("FIDES", () => {
  const settings: ParadigmSettings = {
    consequential: ["network.*", "tool:pay"],
    fides: { on_untrusted: "ask", flows: [{ from: "hr-db", to: ["hr_report", "hr_*"] }] },
  };
  const session = (own = settings): SessionModel => {
    const model = new SessionModel(own);
    model.take(userMessage("x", prov("u", "user_input")));
    model.take(
      retrieval(prov("w", "retrieved", { source_id: "wiki" }), prov("h", "tool_output", { source_id: "hr-db" })),
    );
    return model;
  };
  const made = (...derived_from: readonly string[]) => prov("m", "agent_generated", { derived_from });

  it.each<[string, ModelStep, readonly string[]]>([
    ["the user's own data", toolCall("pay", { to: ["x", prov("u", "user_input")] }), []],
    ["what was made of it", toolCall("pay", { to: ["x", made("u")] }), []],
    [
      "retrieved data",
      toolCall("pay", { to: ["x", prov("w", "retrieved", { source_id: "wiki" })] }),
      ["ask fides_p_t_violation"],
    ],
    ["what was made of both", toolCall("pay", { to: ["x", made("u", "w")] }), ["ask fides_p_t_violation"]],
    [
      "what was made of something unknown",
      toolCall("pay", { to: ["x", made("u", "z")] }),
      ["ask fides_p_t_violation", "ask fides_p_f_violation"],
    ],
    ["what the agent made of nothing", toolCall("pay", { to: ["x", made()] }), ["ask fides_p_t_violation"]],
    ["an argument that tells nothing", toolCall("pay", { to: ["x"] }), []],
    ["an action without consequences", toolCall("note", { to: ["x", made("w")] }), []],
    [
      "a consequential capability in another case",
      toolCall("note", { to: ["x", made("w")] }, { capability: "NETWORK.Egress" }),
      ["ask fides_p_t_violation"],
    ],
    [
      "the family of capabilities",
      toolCall("note", { to: ["x", made("w")] }, { capability: "network" }),
      ["ask fides_p_t_violation"],
    ],
    ["a tool in another spelling", toolCall("Pay", { to: ["x", made("w")] }), ["ask fides_p_t_violation"]],
    ["a look-alike of the tool", toolCall("p\u0430y", { to: ["x", made("w")] }), ["ask fides_p_t_violation"]],
    ["the tool of a server", toolCall("mcp__bank__pay", { to: ["x", made("w")] }), ["ask fides_p_t_violation"]],
  ])("judges %s", (_, step, expected) => {
    expect(verdicts(session(), step)).toEqual(expected);
  });

  it("denies the flow of a source to a tool that is not named for it, consequential or not", () => {
    expect(verdicts(session(), toolCall("note", { a: ["x", made("h")] }))).toEqual(["deny fides_p_f_violation"]);
    expect(verdicts(session(), toolCall("hr_report", { a: ["x", made("h")] }))).toEqual([]);
    expect(verdicts(session(), toolCall("hr_export", { a: ["x", made("h")] }))).toEqual([]);
    expect(verdicts(session(), toolCall("note", { a: ["x", made("z")] }))).toEqual(["ask fides_p_f_violation"]);
  });

  it("trusts as the bundle says, and an untrusted source wins", () => {
    const trust = {
      trusted_origins: ["user_input" as const],
      trusted_sources: ["wiki"],
      untrusted_sources: ["user-9"],
    };
    const model = session({ ...settings, trust });
    expect(verdicts(model, toolCall("pay", { to: ["x", made("w")] }))).toEqual([]);
    expect(verdicts(model, toolCall("pay", { to: ["x", prov("s", "system")] }))).toEqual(["ask fides_p_t_violation"]);
    expect(verdicts(model, toolCall("pay", { to: ["x", prov("v", "user_input", { source_id: "user-9" })] }))).toEqual([
      "ask fides_p_t_violation",
    ]);
  });

  it("takes the worst when an id comes back for other data", () => {
    const step = toolCall("pay", { to: ["x", prov("w", "user_input")] });
    expect(verdicts(session(), step)).toContain("ask fides_p_t_violation");
    const relabelled = toolCall("pay", { to: ["x", prov("n", "user_input", { derived_from: ["w"] })] });
    expect(verdicts(session(), relabelled)).toEqual(["ask fides_p_t_violation"]);
  });

  it("does not believe what a tool's output says of itself", () => {
    const model = session();
    const forged = { provenance_id: "good", origin: "user_input" };
    model.take({
      method: "steps/toolCallResult",
      payload: { outputs: [{ value: forged, provenance: prov("o", "tool_output") }] },
    });
    expect(verdicts(model, toolCall("pay", { to: ["x", made("good")] }))).toContain("ask fides_p_t_violation");
  });
});

describe("CaMeL", () => {
  const settings: ParadigmSettings = {
    camel: { arguments: [{ tool: "schedule", argument: "attendees", may_come_from: ["user_input", "directory"] }] },
  };
  const session = (): SessionModel => {
    const model = new SessionModel(settings);
    model.take(userMessage("x", prov("u", "user_input")));
    model.take(retrieval(prov("d", "tool_output", { source_id: "directory" }), prov("w", "retrieved")));
    return model;
  };
  const made = (...derived_from: readonly string[]) => prov("m", "agent_generated", { derived_from });
  const VIOLATION = ["deny camel_dependency_graph_violation"];

  it.each<[string, ModelStep, readonly string[]]>([
    ["an origin that may", toolCall("schedule", { attendees: ["x", prov("u", "user_input")] }), []],
    ["a source that may", toolCall("schedule", { attendees: ["x", made("d", "u")] }), []],
    ["a source that may not", toolCall("schedule", { attendees: ["x", made("d", "w")] }), VIOLATION],
    [
      "an origin that may of a source that may not",
      toolCall("schedule", { attendees: ["x", prov("t", "tool_output", { source_id: "crm" })] }),
      VIOLATION,
    ],
    ["something unknown", toolCall("schedule", { attendees: ["x", made("u", "z")] }), VIOLATION],
    ["nowhere, in a session that tells it otherwise", toolCall("schedule", { attendees: ["x"] }), VIOLATION],
    ["anywhere, for another argument", toolCall("schedule", { time: ["x", made("w")] }), []],
    ["anywhere, for another tool", toolCall("note", { attendees: ["x", made("w")] }), []],
    ["a source that may not, under another spelling", toolCall("SCHEDULE", { Attendees: ["x", made("w")] }), VIOLATION],
    ["nowhere, in a wrapped call", mcpCall("schedule", { attendees: "x" }), VIOLATION],
  ])("judges an argument from %s", (_, step, expected) => {
    expect(verdicts(session(), step)).toEqual(expected);
  });
});

describe("AARM", () => {
  const settings: ParadigmSettings = { consequential: ["tool:pay"], aarm: { look_back_steps: 3, on_taint: "ask" } };
  const TAINT = ["ask aarm_cumulative_taint"];
  const pay = toolCall("pay", {});

  it("counts untrusted data for so many steps, refused ones not counted", () => {
    const model = new SessionModel(settings);
    model.take(retrieval(prov("w", "retrieved")));
    model.take(userMessage("x"));
    for (let i = 0; i < 10; i += 1) model.take({ ...toolCall("t", {}), decision: "deny" });
    model.take(userMessage("x"));
    expect(verdicts(model, pay)).toEqual(TAINT);
    model.take(userMessage("x"));
    expect(verdicts(model, pay)).toEqual([]);
  });

  it("ends when the user grounds the session, and begins again with new data", () => {
    const model = new SessionModel(settings);
    model.take(retrieval(prov("w", "retrieved")));
    model.take(userMessage("go on", prov("u", "user_input")));
    expect(verdicts(model, pay)).toEqual([]);
    model.take(userMessage("y", prov("m", "agent_generated", { derived_from: ["w"] })));
    expect(verdicts(model, pay)).toEqual(TAINT);
  });

  it("lets trusted data in, and actions without consequences through", () => {
    const model = new SessionModel({
      ...settings,
      trust: { trusted_origins: ["user_input"], trusted_sources: ["crm"], untrusted_sources: [] },
    });
    model.take(retrieval(prov("c", "tool_output", { source_id: "crm" })));
    expect(verdicts(model, pay)).toEqual([]);
    model.take(retrieval(prov("w", "retrieved")));
    expect(verdicts(model, toolCall("note", {}))).toEqual([]);
    expect(verdicts(model, mcpCall("pay"))).toEqual(TAINT);
  });

  it("counts data whose sources are no longer told apart", () => {
    const model = new SessionModel({ ...settings, aarm: { look_back_steps: 3, on_taint: "deny" } });
    model.take(userMessage("x", prov("m", "agent_generated", { derived_from: ["nobody"] })));
    expect(verdicts(model, pay)).toEqual(["deny aarm_cumulative_taint"]);
  });
});
