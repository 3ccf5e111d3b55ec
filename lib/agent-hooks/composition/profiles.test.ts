import { describe, expect, it } from "vitest";
import { toolContext } from "../../testing/agent-contexts";
import { ALLOW, ASK, approving, DENY, looking, saying, write } from "../../testing/scripted-guards";
import { createEmitter } from "../emitter";
import type { Composition, ContractOptions, Emission } from "../types";

const STOP: Composition = { profile: "sequential/first_deny", on_approval: "stop" };
const RESUME: Composition = { profile: "sequential/first_deny", on_approval: "resume" };
const RUN_ALL: Composition = { profile: "sequential/run_all" };
const STRICTEST: Composition = { profile: "parallel/strictest" };
const UNANIMOUS: Composition = { profile: "parallel/unanimous" };

async function emit(
  composition: Composition,
  answers: readonly unknown[],
  options: Partial<ContractOptions> = {},
): Promise<Emission> {
  const emitter = createEmitter({ interceptors: answers.map(saying), composition, ...options });
  return emitter.emit(toolContext({ amount: 5 }));
}

describe("sequential/first_deny", () => {
  it("stops at the first deny and says that others were not called", async () => {
    const { record } = await emit(STOP, [ALLOW, DENY, ALLOW]);
    expect(record).toMatchObject({ decided_by: 1, fold_truncated: true });
    expect(record.verdicts).toHaveLength(2);
  });

  it("stops at an approval and skips who comes later, or resumes with them", async () => {
    const resolver = approving({ decision: "allow", reason: "approved" });
    const stopped = await emit(STOP, [ASK, DENY], { resolver });
    expect(stopped).toMatchObject({ permitted: true, verdict: { reason: "approved" } });
    expect(stopped.record).toMatchObject({ decided_by: 0, fold_truncated: true, resolved_by: "approval" });
    const resumed = await emit(RESUME, [ASK, DENY], { resolver });
    expect(resumed).toMatchObject({ permitted: false, verdict: { reason: "no" } });
    expect(resumed.record).toMatchObject({ decided_by: 1, fold_truncated: false, resolved_by: "approval" });
  });

  it("does not call an approval at the last interceptor a truncation", async () => {
    const { record } = await emit(STOP, [ALLOW, ASK], { resolver: approving(ALLOW) });
    expect(record).toMatchObject({ decided_by: 1, fold_truncated: false });
  });

  it("applies an approved transform in the slot of the deny", async () => {
    const seen: unknown[] = [];
    const emitter = createEmitter({
      interceptors: [saying(ASK), looking(seen, ({ target }) => target)],
      composition: RESUME,
      resolver: approving(write(7)),
    });
    const emission = await emitter.emit(toolContext({ amount: 5 }));
    expect(seen).toEqual([{ amount: 7 }]);
    expect(emission).toMatchObject({ target: { amount: 7 }, verdict: { decision: "transform" } });
    expect(emission.record).toMatchObject({ decided_by: 0, resolved_by: "approval" });
    expect(emission.record.verdicts).toMatchObject([{ decision: "deny", reason: "ask" }, { decision: "allow" }]);
  });

  it("denies an approved transform that cannot be applied, and says that it was approved", async () => {
    const missing = { decision: "transform", transform: { path: "$target.missing", value: 1 } };
    const { record, permitted } = await emit(STOP, [ASK], { resolver: approving(missing) });
    expect(permitted).toBe(false);
    expect(record).toMatchObject({ verdict: { reason: "host_error:transform_invalid" }, resolved_by: "approval" });
  });

  it("comes to the last of several transforms", async () => {
    const { record, target } = await emit(STOP, [write(1), write(2), ALLOW]);
    expect(record.decided_by).toBe(1);
    expect(target).toEqual({ amount: 2 });
  });
});

describe("sequential/run_all", () => {
  it("calls all, also after a deny, and gathers what they say", async () => {
    const warning = (reason: string, message?: string) => ({ reason, ...(message ? { message } : {}) });
    const { verdict, record } = await emit(RUN_ALL, [
      { ...DENY, warnings: [warning("a"), warning("b", "x")], result_labels: ["dropped"] },
      { decision: "allow", warnings: [warning("b", "x"), warning("b")], result_labels: ["l"] },
    ]);
    expect(verdict.warnings).toEqual([{ reason: "a" }, { reason: "b", message: "x" }, { reason: "b" }]);
    expect(verdict.result_labels).toBeUndefined();
    expect(record).toMatchObject({ decided_by: 0, fold_truncated: false });
  });

  it("shows the folded context on a deny, though nothing of it counts", async () => {
    const { record, permitted } = await emit(RUN_ALL, [write(1), DENY]);
    expect(permitted).toBe(false);
    expect(record.enforced_identity).not.toBe(record.input_identity);
  });

  it("asks once for several liftable denies, and one permit lifts them all", async () => {
    let asked = 0;
    const { record, permitted, target } = await emit(RUN_ALL, [ASK, write(3), ASK], {
      resolver: {
        resolve({ context_identity }) {
          asked += 1;
          return { outcome: "approve", context_identity, verdict: ALLOW };
        },
      },
    });
    expect([asked, permitted, target]).toEqual([1, true, { amount: 3 }]);
    expect(record).toMatchObject({ decided_by: 0, resolved_by: "approval", verdict: { decision: "allow" } });
  });

  it("stops at a transform that cannot be applied, and says that others were not called", async () => {
    const missing = { decision: "transform", transform: { path: "$target.missing", value: 1 } };
    const { record } = await emit(RUN_ALL, [missing, ALLOW]);
    expect(record).toMatchObject({ decided_by: null, fold_truncated: true });
    expect(record.verdict.reason).toBe("host_error:transform_invalid");
  });
});

describe("parallel profiles", () => {
  it("show everyone the same snapshot", async () => {
    const seen: unknown[] = [];
    const emitter = createEmitter({
      interceptors: [saying(write(1)), looking(seen, ({ target }) => target)],
      composition: STRICTEST,
    });
    const { target } = await emitter.emit(toolContext({ amount: 5 }));
    expect(seen).toEqual([{ amount: 5 }]);
    expect(target).toEqual({ amount: 1 });
  });

  it("apply no transform that lost, also when the deny is lifted", async () => {
    const { target, permitted } = await emit(STRICTEST, [write(1), ASK], { resolver: approving(ALLOW) });
    expect([permitted, target]).toEqual([true, { amount: 5 }]);
  });

  it("deny two transforms of one snapshot, or ask which", async () => {
    const denied = await emit(STRICTEST, [write(1), write(2)]);
    expect(denied.record).toMatchObject({
      decided_by: null,
      verdict: { reason: "host_error:transform_conflict" },
    });
    const composition: Composition = { profile: "parallel/strictest", on_transform_conflict: "approval" };
    const asked = await emit(composition, [write(1), write(2)], { resolver: approving(write(9)) });
    expect(asked).toMatchObject({ permitted: true, target: { amount: 9 } });
    expect(asked.record).toMatchObject({ decided_by: null, resolved_by: "approval" });
  });

  it("deny a disagreement, or ask about it", async () => {
    expect((await emit(UNANIMOUS, [ALLOW, ALLOW])).permitted).toBe(true);
    const denied = await emit(UNANIMOUS, [ALLOW, write(1)]);
    expect(denied.record.verdict.reason).toBe("host_error:composition_disagreement");
    const composition: Composition = { profile: "parallel/unanimous", on_disagreement: "approval" };
    const asked = await emit(composition, [ALLOW, DENY], { resolver: approving(ALLOW) });
    expect(asked.permitted).toBe(true);
  });
});

describe("the combined allow", () => {
  it("keeps the evidence that an interceptor gave", async () => {
    const evidence = { artefact: "sha256:00" };
    const { verdict } = await emit(STOP, [
      { decision: "allow", reason: "first" },
      { decision: "allow", reason: "granted", evidence },
    ]);
    expect(verdict).toEqual({ decision: "allow", reason: "granted", evidence });
  });
});
