import { describe, expect, it } from "vitest";
import { referenceFile } from "../../testing/reference";
import { TRACED_REQUEST, TRACED_SESSION, tracedEntry, tracedStep } from "../../testing/trace-records";
import { memberAt } from "../json/build";
import type { JsonObject } from "../json/value";
import { vectorsOf } from "../vectors/load";
import file from "../vectors/trace.json";
import { eventsOf } from "./ocsf";
import type { StepRecord } from "./record";

interface TraceVector {
  readonly id: string;
  readonly method: string;
  readonly payload: object;
  readonly class_uid: number;
  readonly activity_id: number;
}

const vectors = vectorsOf<TraceVector>(file);
const events = (record: StepRecord): readonly JsonObject[] => eventsOf(record, { content: false });
const asPlain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Members that OCSF 1.5 demands of every event, and of each class. */
const BASE = ["activity_id", "category_uid", "class_uid", "metadata", "severity_id", "time", "type_uid"];
const BY_CLASS: { readonly [uid: number]: readonly string[] } = {
  1005: ["actor", "device", "module"],
  1007: ["actor", "device", "process"],
  2004: ["finding_info", "evidences", "verdict_id"],
  3002: ["user", "service"],
  5001: ["device"],
  6002: ["app"],
  6005: ["actor", "database", "src_endpoint"],
};

it.each(vectors)("has a whole event for $id, and one for its decision", (vector) => {
  const [step, decision, ...more] = events(tracedStep(vector.method, vector.payload));
  expect(more).toEqual([]);
  expect(step).toMatchObject({
    class_uid: vector.class_uid,
    activity_id: vector.activity_id,
    type_uid: vector.class_uid * 100 + vector.activity_id,
    category_uid: Math.floor(vector.class_uid / 1000),
    severity_id: 1,
  });
  for (const event of [step, decision]) {
    expect(Object.keys(event ?? {})).toEqual(
      expect.arrayContaining([...BASE, ...(BY_CLASS[Number(event?.class_uid)] ?? [])]),
    );
    expect(event).toMatchObject({
      metadata: { version: "1.5.0", product: { name: "ACS Guardian" }, correlation_uid: TRACED_REQUEST },
      actor: { user: { uid: "support", type_id: 99, type: "AI Agent" }, session: { uid: TRACED_SESSION } },
      unmapped: { acs: { decision: "allow", evaluator: "deterministic" } },
    });
  }
  expect(decision).toMatchObject({ class_uid: 6002, severity_id: 1 });
});

interface OcsfMapping {
  readonly properties: {
    readonly step_to_class: {
      readonly default: {
        readonly [method: string]: {
          readonly class_uid: number;
          readonly class_name: string;
          readonly activity_id?: number;
        };
      };
    };
    readonly severity_mapping: { readonly default: { readonly [decision: string]: number } };
  };
}
const mapping = referenceFile("acs-schemas/trace/ocsf-mapping.json") as OcsfMapping | null;

describe.each(mapping ? [mapping] : [])("the published mapping", ({ properties }) => {
  it.each(Object.entries(properties.step_to_class.default))("gives %s its class", (method, row) => {
    const vector = vectors.find((each) => each.method === method);
    const [step] = events(tracedStep(method, vector?.payload ?? {}));
    expect(step).toMatchObject({
      ...(asPlain({ class_uid: row.class_uid, class_name: row.class_name, activity_id: row.activity_id }) as object),
    });
  });

  it.each(Object.entries(properties.severity_mapping.default))("gives %s severity %d", (decision, severity_id) => {
    const [, judged] = events(
      tracedStep("steps/toolCallRequest", { tool: { name: "t" }, arguments: {} }, { decision }),
    );
    expect(judged).toMatchObject({ severity_id });
  });
});

describe("a decision other than allow", () => {
  const result = {
    reasoning: "outside the intent",
    reason_codes: ["ibac_intent_mismatch"],
    cited_provenance_ids: ["p1"],
    policy_references: [{ policy_id: "p" }],
    chain_hash: "cd".repeat(32),
  };
  const [, denied] = events(
    tracedStep("steps/toolCallRequest", { tool: { name: "send" }, arguments: {} }, { decision: "deny", result }),
  );

  it("is a finding with title, uid, evidence and verdict", () => {
    expect(denied).toMatchObject({
      class_uid: 2004,
      type_uid: 200401,
      severity_id: 4,
      verdict_id: 2,
      finding_info: { uid: TRACED_REQUEST, title: "toolCallRequest send denied", desc: "outside the intent" },
      unmapped: {
        acs: {
          decision: "deny",
          reason_codes: ["ibac_intent_mismatch"],
          cited_provenance_ids: ["p1"],
          policy_references: [{ policy_id: "p" }],
          step: { id: TRACED_REQUEST, type: "toolCallRequest" },
        },
      },
    });
    expect(memberAt(denied, "evidences")).toHaveLength(1);
  });

  it("is updated, not repeated, by a person's answer", () => {
    const [answer] = eventsOf(tracedEntry({ decision: "deny", outcome: "rejected" }), { content: false });
    expect(answer).toMatchObject({
      class_uid: 2004,
      activity_id: 2,
      type_uid: 200402,
      finding_info: { uid: TRACED_REQUEST },
      unmapped: { acs: { outcome: "rejected", approver: { id: "psn_1" } } },
    });
  });
});

it("carries provenance as enrichments and under unmapped.acs, origin always and the rest where known", () => {
  const provenance = { provenance_id: "p1", origin: "retrieved", source_id: "kb-1" };
  const payload = {
    content: [
      { type: "text", value: "x", provenance },
      { type: "text", value: "y", provenance: { provenance_id: "p2", origin: "system" } },
    ],
  };
  const [step] = events(tracedStep("steps/userMessage", payload));
  expect(step).toMatchObject({
    enrichments: [
      { name: "acs_provenance_origin", value: "retrieved", data: provenance },
      { name: "acs_provenance_origin", value: "system" },
      { name: "acs_provenance_source_id", value: "kb-1" },
    ],
    unmapped: { acs: { provenance: [provenance, { provenance_id: "p2", origin: "system" }] } },
  });
});
