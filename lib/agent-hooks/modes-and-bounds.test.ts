import { describe, expect, it } from "vitest";
import { agentContext, toolContext } from "../testing/agent-contexts";
import { ALLOW, saying, write } from "../testing/scripted-guards";
import { createEmitter } from "./emitter";
import type { ContractOptions, Interceptor } from "./types";

const allowAll = saying(ALLOW);
const emitterOf = (options: Partial<ContractOptions> = {}) => createEmitter({ interceptors: [allowAll], ...options });
const reasonOf = async (options: Partial<ContractOptions>, context: unknown) =>
  (await emitterOf(options).emit(context)).verdict.reason;

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

describe("evaluate_only", () => {
  it("lets every action go on as it was, and records what was decided", async () => {
    const transform = { decision: "transform", transform: { path: "$target.amount", value: 1 } };
    const emitter = emitterOf({ mode: "evaluate_only", interceptors: [{ intercept: () => transform }] });
    const { permitted, target, record } = await emitter.emit(toolContext({ amount: 5 }));
    expect([permitted, target]).toEqual([true, { amount: 5 }]);
    expect(record).toMatchObject({ mode: "evaluate_only", verdict: { decision: "transform" } });
    expect(record.enforced_identity).toBe(record.input_identity);
  });

  it("checks transforms all the same, and asks nobody for approval", async () => {
    const missing = { decision: "transform", transform: { path: "$target.missing", value: 1 } };
    const failing = emitterOf({ mode: "evaluate_only", interceptors: [{ intercept: () => missing }] });
    expect((await failing.emit(toolContext({}))).verdict.reason).toBe("host_error:transform_invalid");
    let asked = 0;
    const asking = emitterOf({
      mode: "evaluate_only",
      interceptors: [{ intercept: () => ({ decision: "deny", approval: {} }) }],
      resolver: { resolve: () => ++asked },
    });
    expect((await asking.emit(toolContext({}))).permitted).toBe(true);
    expect(asked).toBe(0);
  });

  it("may hold at one point and not at another", async () => {
    const emitter = emitterOf({
      mode: { output: "evaluate_only" },
      interceptors: [{ intercept: () => ({ decision: "deny" }) }],
    });
    expect((await emitter.emit(agentContext("output"))).permitted).toBe(true);
    expect((await emitter.emit(toolContext({}))).permitted).toBe(false);
  });
});

describe("a context after its transforms", () => {
  const writing = (value: unknown): Interceptor => saying(write(value));

  it("that left the domain of the identity is denied, with what it was before", async () => {
    const { record, permitted } = await emitterOf({ interceptors: [writing(2 ** 60)] }).emit(
      toolContext({ amount: 5 }),
    );
    expect(permitted).toBe(false);
    expect(record).toMatchObject({
      verdict: { reason: "host_error:context_invalid" },
      decided_by: null,
      enforced_identity: null,
    });
    expect(record.input_identity).toMatch(/^sha256:/);
  });

  it("keeps the warnings of a permit that became a deny", async () => {
    const warnings = [{ reason: "w" }];
    const { verdict } = await emitterOf({ interceptors: [saying({ ...write(2 ** 60), warnings })] }).emit(
      toolContext({ amount: 5 }),
    );
    expect(verdict).toMatchObject({ reason: "host_error:context_invalid", warnings });
  });

  it("may hold what the declared provider takes", async () => {
    const emission = await emitterOf({ identityProvider: null, interceptors: [writing(2 ** 60)] }).emit(
      toolContext({ amount: 5 }),
    );
    expect(emission).toMatchObject({ permitted: true, target: { amount: 2 ** 60 } });
    expect(emission.record).toMatchObject({ input_identity: null, enforced_identity: null, identity_provider: null });
  });

  it.each([
    ["deep", nested(126)],
    ["large", "x".repeat(2000)],
  ])("that grew too %s is denied", async (_, value) => {
    const options = { interceptors: [writing(value)], maxContextBytes: 2000 };
    expect(await reasonOf(options, toolContext({ amount: 5 }))).toBe("host_error:context_invalid");
  });

  it("that several interceptors rewrote is seen by each as the one before left it", async () => {
    const seen: unknown[] = [];
    const adding: Interceptor = {
      intercept({ target }) {
        seen.push(target);
        const { amount } = target as { amount: number };
        return { decision: "transform", transform: { path: "$target", value: { amount: amount + 1 } } };
      },
    };
    const { target } = await emitterOf({ interceptors: [adding, adding] }).emit(toolContext({ amount: 5 }));
    expect(seen).toEqual([{ amount: 5 }, { amount: 6 }]);
    expect(target).toEqual({ amount: 7 });
  });
});
