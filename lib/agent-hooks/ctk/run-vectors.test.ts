/** The runner is not to be fooled: by nothing, by doubles, by what it does not understand, by a harness that fails. */
import { describe, expect, it } from "vitest";
import { referenceHarness } from "../../testing/agent-hooks-conformance/reference-harness";
import { SURFACES } from "../../testing/agent-hooks-conformance/surfaces";
import type { Harness, RunRecord } from "./harness";
import { isGreen, reportOf } from "./report";
import { runVectors } from "./run-vectors";
import type { Vector } from "./vector";

const VECTOR: Vector = {
  id: "GH-CTK-900-hello",
  title: "says hello",
  spec_clause: "3.1",
  capabilities: ["model_calls"],
  scenario: {
    input: { content: "hi", role: "user" },
    model_script: [{ respond: { content: "hello", tool_calls: [], finish_reason: "stop" } }],
  },
  interceptor_script: [],
  expect: {
    interceptions: ["agent_startup", "input", "pre_model_call", "post_model_call", "output", "agent_shutdown"].map(
      (point) => ({ interception_point: point as "input" }),
    ),
    final_output: "hello",
    run_outcome: "completed",
  },
};

const plain = () => referenceHarness({ surface: SURFACES.continue });
const changed = (change: (run: RunRecord) => RunRecord | Promise<RunRecord>) => (): Harness => {
  const harness = plain();
  return { ...harness, run: async () => change(await harness.run()) };
};
const expecting = (members: object): Vector => ({ ...VECTOR, expect: { ...VECTOR.expect, ...members } });

async function first(vector: unknown, harness: () => Harness = plain) {
  const [result] = await runVectors(harness, [vector]);
  if (!result) throw new Error("there is no result");
  return result;
}

describe("runVectors", () => {
  it("passes a vector that holds, under the part that it names or general", async () => {
    expect(await first(VECTOR)).toMatchObject({ status: "pass", part: "general", detail: [] });
    expect(await first({ ...VECTOR, part: "surface/hello" })).toMatchObject({ part: "surface/hello" });
  });

  it("refuses zero vectors and two of one id", async () => {
    await expect(runVectors(plain, [])).rejects.toThrow("no vectors");
    await expect(runVectors(plain, [VECTOR, VECTOR])).rejects.toThrow("one id");
    expect(() => reportOf([])).toThrow("no results");
  });

  it.each([
    ["a vector", { ...VECTOR, retries: 3 }, "vector.retries: unknown member"],
    ["an expectation", expecting({ latency_ms: 5 }), "vector.expect.latency_ms: unknown member"],
    [
      "an interception",
      expecting({ interceptions: [{ interception_point: "input", hash: "x" }] }),
      "vector.expect.interceptions[0].hash: unknown member",
    ],
    [
      "a record",
      expecting({ records: [{ interception_point: "input", matches: {} }] }),
      "vector.expect.records[0].matches: unknown member",
    ],
    ["a path", expecting({ records: [{ interception_point: "input", present: ["a..b"] }] }), "no dotted path"],
    ["an outcome", expecting({ run_outcome: "fine" }), "vector.expect.run_outcome"],
  ])("fails %s that says what it does not understand, and runs nothing", async (_what, vector, fault) => {
    const neverRun = changed(() => {
      throw new Error("was run");
    });
    const { status, detail } = await first(vector, neverRun);
    expect(status).toBe("fail");
    expect(detail.join()).toContain(fault);
  });

  it("fails a vector whose plain outcome is not that of posture continue", async () => {
    const by = { posture: "tool_seam_host_error", outcomes: { continue: "blocked", terminate: "blocked" } };
    expect(await first(expecting({ run_outcome_by_posture: by }))).toMatchObject({ status: "fail" });
  });

  it("takes the outcome of the posture that the host declares", async () => {
    const by = { posture: "tool_seam_host_error", outcomes: { continue: "completed", terminate: "blocked" } };
    const vector = expecting({ run_outcome_by_posture: by });
    expect(await first(vector)).toMatchObject({ status: "pass" });
    const terminate = () => referenceHarness({ surface: SURFACES.terminate });
    expect((await first(vector, terminate)).detail).toEqual([
      "run_outcome: completed under posture terminate, not blocked",
    ]);
  });

  it.each([
    ["final_output", expecting({ final_output: "bye" }), "final_output"],
    ["the order of points", expecting({ interceptions: [] }), "interceptions: emitted were agent_startup input"],
    [
      "a later point before an earlier",
      expecting({
        sequence_strict: false,
        interceptions: [{ interception_point: "output" }, { interception_point: "input" }],
      }),
      "interceptions[1] input: was not emitted in this order",
    ],
    ["an absent point", expecting({ interceptions_absent: ["output"] }), "interceptions_absent: output was emitted"],
    ["tools", expecting({ tool_invocations: [{ name: "t", args: {} }] }), "tool_invocations"],
    [
      "a member of a record",
      expecting({ records: [{ interception_point: "input", assert: { mode: "evaluate_only" } }] }),
      "records[0] input: mode is not as expected",
    ],
    [
      "a member that must be absent",
      expecting({ records: [{ interception_point: "input", absent: ["mode"] }] }),
      "mode is there",
    ],
    ["the count of records", expecting({ record_count: 1 }), "record_count: there are 6"],
    ["unequal identities", expecting({ identities_equal: false }), "identities_equal: no pair differs"],
    ["consultations", expecting({ consultations: [{ interception_point: "input" }] }), "consultations: there were 0"],
    ["requests", expecting({ model_requests: [] }), "model_requests: there were 1"],
    ["durable content", expecting({ persisted_must_not_contain: ["hello"] }), 'persisted contains "hello"'],
    ["released text", expecting({ released_output: "hel" }), "released_output: is not as expected"],
  ])("fails when %s is otherwise", async (_what, vector, fault) => {
    const { status, detail } = await first(vector);
    expect(status).toBe("fail");
    expect(detail.join("\n")).toContain(fault);
  });

  it.each(["released_output", "persisted", "model_requests"] as const)(
    "does not take %s that a harness leaves out for empty",
    async (member) => {
      const asked = expecting({ released_output: "", persisted_must_not_contain: ["x"], model_requests: [] });
      const without = changed(({ [member]: _gone, ...run }) => run as RunRecord);
      expect((await first(asked, without)).detail).toContain(`${member}: not reported`);
    },
  );

  it("skips what the surface does not cover, with the reason", async () => {
    const { status, detail } = await first({ ...VECTOR, capabilities: ["int64_json"] });
    expect({ status, detail }).toEqual({ status: "skip", detail: ["capability not declared: int64_json"] });
    expect(await first({ ...VECTOR, posture: "terminate" })).toMatchObject({ status: "skip" });
    expect(isGreen(reportOf([{ ...(await first(VECTOR)), status: "skip" }]))).toBe(false);
  });

  it("fails the vector when the harness fails, and tears it down", async () => {
    let torn = 0;
    const broken = (): Harness => ({
      ...plain(),
      run: () => Promise.reject(new Error("socket hang up")),
      teardown: () => {
        torn += 1;
      },
    });
    expect((await first(VECTOR, broken)).detail).toEqual(["the harness failed: socket hang up"]);
    expect(torn).toBe(1);
  });

  it("holds every run against what is true of all: one complete record for each context", async () => {
    const doubled = changed((run) => ({ ...run, records: [...run.records, ...run.records.slice(0, 1)] }));
    expect((await first(VECTOR, doubled)).detail).toEqual(["records: a sequence is used twice"]);
    const lost = changed((run) => ({ ...run, records: run.records.slice(1) }));
    expect((await first(VECTOR, lost)).detail).toEqual(["record of agent_startup 0: missing"]);
    const extra = changed((run) => ({ ...run, records: run.records.map((one) => ({ ...one, note: "x" })) }));
    expect((await first(VECTOR, extra)).detail[0]).toContain("record.note: unknown member");
  });
});
