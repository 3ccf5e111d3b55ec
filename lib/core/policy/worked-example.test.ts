/** The paradigms of ACS in one place, as its worked example shows them: codes, citations and data keyed by paradigm. */
import { describe, expect, it } from "vitest";
import { prov, retrieval, SessionModel, toolCall, userMessage } from "../../testing/session-model";
import { type Conclusion, compose } from "./compose";
import { paradigmFindings } from "./paradigm-rules";
import type { ParadigmSettings } from "./paradigms";

const INTENT = {
  raw: "Summarise the status of project X",
  parsed: [{ tool: "status.read", operation: "read" }],
  parser_provenance: prov("p0", "user_input"),
};
const CONSEQUENTIAL = ["network.egress", "tool:payment.transfer", "tool:schedule_meeting"];

const conclude = (model: SessionModel, step: ReturnType<typeof toolCall>): Conclusion =>
  compose({ findings: paradigmFindings(model.input(step)), permitted: true, bundle_digest: "sha256:b" });

/** A user who asked, and a page that was looked up since. */
function session(paradigms: ParadigmSettings): SessionModel {
  const model = new SessionModel(paradigms);
  model.take({ method: "steps/sessionStart", payload: { intent: INTENT } });
  model.take(userMessage("Mail it to my manager", prov("p1", "user_input", { source_id: "user-7" })));
  model.take({ ...retrieval(prov("p2", "retrieved", { source_id: "wiki" })), id: "s-14" });
  return model;
}

const mail = (recipient: object, body: object) =>
  toolCall(
    "email.send",
    { recipient: ["boss@example.com", recipient], body: ["…", body] },
    { capability: "network.egress" },
  );

describe("IBAC", () => {
  it("denies a call outside the Intent and cites the argument that names the resource", () => {
    const model = session({ ibac: { on_mismatch: "deny", max_extensions: 3 } });
    const step = mail(
      prov("p1", "user_input", { source_id: "user-7" }),
      prov("p3", "agent_generated", { derived_from: ["p2"] }),
    );
    const conclusion = conclude(model, step);
    expect(conclusion).toMatchObject({
      disposition: "deny",
      reason_codes: ["ibac_intent_mismatch", "ibac_capability_mismatch"],
      policy_references: [{ rule_id: "ibac/tool-call-in-intent", policy_version: "sha256:b" }],
      cited_provenance_ids: ["p1"],
      policy_data: {
        ibac: {
          requested_capability: { tool: "email.send", operation: "network.egress", resource: "boss@example.com" },
          intent_parsed: [{ tool: "status.read", operation: "read" }],
          closest_match_in_intent: null,
        },
      },
    });
  });
});

describe("FIDES", () => {
  const settings: ParadigmSettings = {
    consequential: CONSEQUENTIAL,
    fides: { on_untrusted: "deny", flows: [], carriers: [{ tool: "email.send", argument: "body" }] },
  };

  it("lets a trusted recipient get a body that is not", () => {
    const step = mail(
      prov("p1", "user_input", { source_id: "user-7" }),
      prov("p3", "agent_generated", { derived_from: ["p2"] }),
    );
    expect(conclude(session(settings), step).disposition).toBe("allow");
  });

  it("denies a recipient that derives from what was retrieved, and cites the source and both arguments", () => {
    const step = mail(
      prov("p4", "agent_generated", { derived_from: ["p2"] }),
      prov("p5", "agent_generated", { derived_from: ["p2"] }),
    );
    expect(conclude(session(settings), step)).toMatchObject({
      disposition: "deny",
      reason_codes: ["fides_p_t_violation", "fides_p_t_failed", "untrusted_into_consequential"],
      cited_provenance_ids: ["p2", "p4", "p5"],
      policy_data: {
        fides: {
          p_t_passed: false,
          violating_argument_path: ["recipient"],
          lineage_origins: ["retrieved", "agent_generated"],
          earliest_untrusted_provenance_id: "p2",
        },
      },
    });
  });
});

describe("CaMeL", () => {
  it("denies an argument that comes from an invitation instead of from the user", () => {
    const model = session({
      camel: { arguments: [{ tool: "schedule_meeting", argument: "attendees", may_come_from: ["user_input"] }] },
    });
    model.take(retrieval(prov("p7", "retrieved", { source_id: "calendar-invite-2026-04-29" })));
    const step = toolCall("schedule_meeting", {
      attendees: [["eve@example.net"], prov("p6", "agent_generated", { derived_from: ["p7"] })],
      time: ["tuesday", prov("p1", "user_input", { source_id: "user-7" })],
    });
    const conclusion = conclude(model, step);
    expect(conclusion).toMatchObject({
      disposition: "deny",
      reason_codes: ["camel_dependency_graph_violation", "camel_argument_dependency_violation"],
      policy_data: {
        camel: {
          argument_path: ["attendees"],
          argument_lineage: ["p7", "p6"],
          expected_lineage_root: { origin: "user_input", provenance_id: "p1" },
          actual_lineage_root: { origin: "retrieved", source_id: "calendar-invite-2026-04-29" },
        },
      },
    });
    expect(conclusion.cited_provenance_ids).toEqual(["p1", "p6", "p7"]);
  });
});

describe("AARM", () => {
  const settings: ParadigmSettings = { consequential: CONSEQUENTIAL, aarm: { look_back_steps: 20, on_taint: "deny" } };

  it("denies a payment after retrieved content, however clean its own arguments are", () => {
    const model = session(settings);
    model.take({
      method: "steps/toolCallResult",
      payload: {
        tool: { name: "crm" },
        exit_status: "success",
        outputs: [{ value: 1, provenance: prov("p8", "tool_output") }],
      },
    });
    const step = toolCall("payment.transfer", { amount: [100, prov("p1", "user_input", { source_id: "user-7" })] });
    expect(conclude(model, step)).toMatchObject({
      disposition: "deny",
      reason_codes: ["aarm_cumulative_taint", "consequential_action_in_tainted_window"],
      cited_provenance_ids: ["p2", "p8"],
      policy_data: {
        aarm: {
          lookback_window: "20 steps",
          earliest_untrusted_step_id: "s-14",
          untrusted_origins_seen: ["retrieved", "tool_output"],
          entry_count_by_origin: { user_input: 2, retrieved: 1, tool_output: 1 },
          trusted_regrounding_since: null,
        },
      },
    });
  });

  it("allows it once the user said so again", () => {
    const model = session(settings);
    model.take(userMessage("Yes, pay them", prov("p9", "user_input", { source_id: "user-7" })));
    const step = toolCall("payment.transfer", { amount: [100, prov("p9", "user_input", { source_id: "user-7" })] });
    expect(conclude(model, step).disposition).toBe("allow");
  });
});

describe("several paradigms at once", () => {
  it("deny once, with what each of them contributes", () => {
    const model = session({
      consequential: CONSEQUENTIAL,
      ibac: { on_mismatch: "deny", max_extensions: 3 },
      fides: { on_untrusted: "deny", flows: [] },
    });
    const step = mail(
      prov("p1", "user_input", { source_id: "user-7" }),
      prov("p3", "agent_generated", { derived_from: ["p2"] }),
    );
    const conclusion = conclude(model, step);
    expect(conclusion).toMatchObject({
      disposition: "deny",
      cited_provenance_ids: ["p1", "p2", "p3"],
      policy_data: {
        ibac: { intent_parsed: [{ tool: "status.read", operation: "read" }] },
        fides: { p_t_passed: false, violating_argument_path: ["body"] },
      },
    });
    expect(conclusion.reason_codes).toEqual(expect.arrayContaining(["ibac_capability_mismatch", "fides_p_t_failed"]));
    expect(conclusion.policy_references.map(({ rule_id }) => rule_id).sort()).toEqual([
      "fides/p-t",
      "ibac/tool-call-in-intent",
    ]);
  });

  it("ask once, with the extension that an approval would be", () => {
    const model = session({
      consequential: CONSEQUENTIAL,
      ibac: { on_mismatch: "ask", max_extensions: 3 },
      aarm: { look_back_steps: 20, on_taint: "ask" },
    });
    const conclusion = conclude(model, toolCall("payment.transfer", { account: ["DE-1"] }));
    expect(conclusion.disposition).toBe("ask");
    expect(Object.keys(conclusion.policy_data).sort()).toEqual(["aarm", "ibac"]);
    expect(conclusion.ask?.discharges.map(({ rule_id }) => rule_id)).toEqual([
      "aarm/cumulative-taint",
      "ibac/tool-call-in-intent",
    ]);
    expect(conclusion.ask?.intent_extension).toEqual({
      capabilities: [{ tool: "payment.transfer", resource: 'exactly:{"arguments":{"account":"DE-1"}}' }],
      scope: "this_request",
    });
  });
});
