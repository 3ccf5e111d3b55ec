import { describe, expect, it } from "vitest";
import { fromPlain } from "../json/build";
import { hookFor, methodStatus } from "../wire/hooks/registry";
import { checkPayload } from "../wire/payload";
import vectors from "./hooks.json";
import { vectorsOf } from "./load";

interface HookVector {
  readonly id: string;
  readonly title: string;
  readonly method: string;
  readonly payload: unknown;
  readonly base: boolean;
  readonly strict: boolean;
  /** Where the fault is reported. */
  readonly field?: string;
}

const all = vectorsOf<HookVector>(vectors as { vectors: HookVector[] });

const judge = (vector: HookVector, provenance: "deterministic" | "none") => {
  const hook = hookFor(vector.method);
  if (!hook) throw new Error(`no hook ${vector.method}`);
  return checkPayload(hook, fromPlain(vector.payload), provenance);
};

describe.each(all)("$id: $title", (vector) => {
  it("is judged as written, without and with provenance", () => {
    expect(judge(vector, "none").ok).toBe(vector.base);
    expect(judge(vector, "deterministic").ok).toBe(vector.strict);
  });
});

describe("the hook vectors", () => {
  it.each(all.filter((vector) => vector.field))("name the faulty field of $id", (vector) => {
    expect(judge(vector, "deterministic")).toMatchObject({
      failure: { code: -32602, reason: "payload_invalid", field: vector.field },
    });
  });

  it("accept and refuse something at every method that is judged", () => {
    const judged = (isValid: boolean) => new Set(all.filter((one) => one.base === isValid).map((one) => one.method));
    const [accepted, refused] = [judged(true), judged(false)];
    const methods = [...new Set(all.map((one) => one.method))];
    expect(methods.filter((method) => !accepted.has(method) || !refused.has(method))).toEqual([]);
    expect(methods.filter((method) => methodStatus(method) !== "evaluated")).toEqual([]);
    expect(methods.filter((method) => !/^(protocols|wrapped)/.test(method))).toHaveLength(21);
  });
});
