import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentContext, toolContext } from "../testing/agent-contexts";
import { ALLOW, looking, saying } from "../testing/scripted-guards";
import { admit } from "./domain";
import { createEmitter } from "./emitter";
import type { ContractOptions, Interceptor } from "./types";

const allowAll = saying(ALLOW);
const emitterOf = (options: Partial<ContractOptions> = {}) => createEmitter({ interceptors: [allowAll], ...options });

function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    spoil(inner);
    Reflect.set(value, name, "spoilt");
  }
  Reflect.set(value, "added", true);
}

describe("an interceptor", () => {
  it("gets a copy, and what it does to it has no effect", async () => {
    const seen: unknown[] = [];
    const mutating: Interceptor = {
      intercept(context) {
        (context.target as Record<string, unknown>).amount = 1_000_000;
        (context as Record<string, unknown>).sequence = 99;
        return ALLOW;
      },
    };
    const context = toolContext({ amount: 5 });
    const { target, record } = await emitterOf({ interceptors: [mutating, looking(seen, (given) => given)] }).emit(
      context,
    );
    expect(seen).toEqual([toolContext({ amount: 5 })]);
    expect(target).toEqual({ amount: 5 });
    expect(context).toEqual(toolContext({ amount: 5 }));
    expect(record.enforced_identity).toBe(record.input_identity);
  });

  it("may do anything to its copy, whatever the target is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (args) => {
        const given = admit(args);
        fc.pre(given.ok);
        const seen: unknown[] = [];
        const spoiling: Interceptor = {
          intercept(context) {
            spoil(context);
            return ALLOW;
          },
        };
        const interceptors = [spoiling, looking(seen, ({ target }) => target)];
        const { target } = await emitterOf({ interceptors, identityProvider: null }).emit(toolContext(args));
        expect([seen, target]).toEqual([[args], args]);
      }),
    );
  });

  it("cannot change its verdict once it was taken", async () => {
    const verdict: Record<string, unknown> = { decision: "deny", reason: "no" };
    const changing: Interceptor = {
      intercept() {
        verdict.decision = "allow";
        return ALLOW;
      },
    };
    const interceptors = [{ intercept: () => verdict }, changing];
    const { permitted } = await emitterOf({ interceptors, composition: { profile: "sequential/run_all" } }).emit(
      toolContext({}),
    );
    expect([permitted, verdict.decision]).toEqual([false, "allow"]);
  });

  it.each<[string, Interceptor["intercept"]]>([
    ["throws", () => JSON.parse("{")],
    ["rejects", () => Promise.reject(new Error("secret"))],
    ["rejects with nothing", () => Promise.reject()],
    ["answers with what throws when it is read", () => new Proxy({}, { get: () => JSON.parse("{") })],
  ])("that %s denies in its slot", async (_, intercept) => {
    const { record } = await emitterOf({ interceptors: [allowAll, { name: "guard", intercept }] }).emit(
      toolContext({}),
    );
    expect(record).toMatchObject({ decided_by: 1, verdict: { reason: "host_error:interceptor_failed" } });
    expect(record.verdicts?.[1]).toEqual({
      index: 1,
      decision: "deny",
      reason: "host_error:interceptor_failed",
      name: "guard",
    });
    expect(JSON.stringify(record)).not.toContain("secret");
  });

  it("that does not answer in time denies, and is told so", async () => {
    const aborted = later<void>();
    const { record } = await emitterOf({
      interceptorTimeoutMs: 1,
      interceptors: [
        {
          intercept: (_, signal) =>
            new Promise(() => signal.addEventListener("abort", () => aborted.resolve(), { once: true })),
        },
      ],
    }).emit(toolContext({}));
    await aborted.promise;
    expect(record).toMatchObject({ decided_by: 0, verdict: { reason: "host_error:interceptor_timeout" } });
  });

  it("that answers too late is not heard", async () => {
    const answer = later<unknown>();
    const emitter = emitterOf({ interceptorTimeoutMs: 1, interceptors: [{ intercept: () => answer.promise }] });
    const emission = await emitter.emit(toolContext({}));
    answer.resolve(ALLOW);
    await answer.promise;
    expect(emission.permitted).toBe(false);
    expect(emitter.recent).toHaveLength(1);
  });

  it("is asked only at the points that it named", async () => {
    const asked: string[] = [];
    const emitter = emitterOf({
      interceptors: [{ at: ["output"], ...looking(asked, (context) => context.interception_point) }, allowAll],
    });
    expect((await emitter.emit(toolContext({}))).record).toMatchObject({
      verdict: { decision: "allow" },
      verdicts: [{ index: 1, decision: "allow" }],
      fold_truncated: false,
    });
    await emitter.emit(agentContext("output"));
    expect(asked).toEqual(["output"]);
  });
});
