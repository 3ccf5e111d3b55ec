import { describe, expect, it } from "vitest";
import { checkVerdict, EVIDENCE_CAP } from "./gate";
import type { InterceptionPoint } from "./types";

const at = (answer: unknown, point: InterceptionPoint = "pre_tool_call") => checkVerdict(answer, point);
const invalid = { ok: false, failure: "host_error:verdict_invalid" };
const transform = (path: string, value: unknown = 1) => ({ decision: "transform", transform: { path, value } });
const throwing = () => JSON.parse("{");

describe("the gate", () => {
  it.each([
    ["nothing", undefined],
    ["null", null],
    ["text", "allow"],
    ["a list", []],
    ["no decision", {}],
    ["warn", { decision: "warn" }],
    ["escalate", { decision: "escalate" }],
    ["a reserved reason", { decision: "deny", reason: "host_error:no_interceptor" }],
    ["a reserved reason of our own making", { decision: "deny", reason: "host_error:x" }],
    ["a reserved warning", { decision: "allow", warnings: [{ reason: "host_error:x" }] }],
    ["a warning that is text", { decision: "allow", warnings: ["w"] }],
    ["warnings that are no list", { decision: "allow", warnings: {} }],
    ["a message of another type", { decision: "allow", message: 3 }],
    ["labels of another type", { decision: "allow", result_labels: [1] }],
    ["an approval that is a list", { decision: "deny", approval: [] }],
    ["an approval on an allow", { decision: "allow", approval: {} }],
    ["a transform on a deny", { decision: "deny", transform: { path: "$target", value: 1 } }],
    ["a transform without a body", { decision: "transform" }],
    ["a transform without a path", { decision: "transform", transform: { value: 1 } }],
    ["evidence that is text", { decision: "allow", evidence: "e" }],
    ["an artefact that is a number", { decision: "allow", evidence: { artefact: 1 } }],
    ["pointers that are null", { decision: "allow", evidence: { verification_pointers: null } }],
    ["a pointer that is no text", { decision: "allow", evidence: { verification_pointers: { a: 1 } } }],
  ])("refuses %s", (_, answer) => {
    expect(at(answer)).toEqual(invalid);
  });

  it("decides by nothing that stands in a prototype", () => {
    Object.defineProperty(Object.prototype, "decision", { value: "allow", configurable: true });
    try {
      expect(at({})).toEqual(invalid);
    } finally {
      Reflect.deleteProperty(Object.prototype, "decision");
    }
  });

  it.each([
    ["a bigint", { decision: "allow", extra: 1n }],
    [
      "a class instance",
      new (class Answer {
        decision = "allow";
      })(),
    ],
    ["a getter that throws", Object.defineProperty({}, "decision", { get: throwing, enumerable: true })],
    ["a lone surrogate", { decision: "deny", reason: "\ud800" }],
    ["a rewritten value with undefined in it", transform("$target", { a: undefined })],
  ])("counts %s as a failure of the interceptor: it cannot be JSON", (_, answer) => {
    expect(at(answer)).toEqual({ ok: false, failure: "host_error:interceptor_failed" });
  });

  it("drops members that it does not know", () => {
    const answer = {
      decision: "transform",
      extra: 1,
      transform: { path: "$target.a", value: 1, mode: "x" },
      warnings: [{ reason: "w", level: 3 }],
      evidence: { artefact: "sha256:00", size: 1 },
    };
    expect(at(answer)).toEqual({
      ok: true,
      value: {
        decision: "transform",
        transform: { path: "$target.a", value: 1 },
        warnings: [{ reason: "w" }],
        evidence: { artefact: "sha256:00" },
      },
    });
  });

  it("takes null and undefined for absent", () => {
    const absent = { reason: null, message: undefined, warnings: null, approval: null, transform: null };
    expect(at({ decision: "deny", ...absent, evidence: null, result_labels: null })).toEqual({
      ok: true,
      value: { decision: "deny" },
    });
  });

  it("takes an absent value of a transform for null", () => {
    const expected = { ok: true, value: { decision: "transform", transform: { path: "$target", value: null } } };
    expect(at({ decision: "transform", transform: { path: "$target" } })).toEqual(expected);
    expect(at(transform("$target", null))).toEqual(expected);
  });

  it("refuses a path that no context can have, with the reason of the path", () => {
    expect(at(transform("$context.x"))).toEqual({ ok: false, failure: "host_error:transform_target_forbidden" });
    expect(at(transform("$target..x"))).toEqual({ ok: false, failure: "host_error:transform_invalid" });
  });

  it.each(["agent_startup", "agent_shutdown"] as const)("forbids transforms at %s", (point) => {
    expect(at(transform("$target"), point)).toEqual({
      ok: false,
      failure: "host_error:transform_target_forbidden",
    });
  });

  it("caps evidence at 10240 bytes of canonical JSON", () => {
    const frame = '{"artefact":""}'.length;
    const artefact = (length: number) => at({ decision: "allow", evidence: { artefact: "x".repeat(length) } });
    expect(artefact(EVIDENCE_CAP - frame).ok).toBe(true);
    expect(artefact(EVIDENCE_CAP - frame + 1)).toEqual(invalid);
    // two bytes each
    expect(at({ decision: "allow", evidence: { artefact: "é".repeat(5113) } })).toEqual(invalid);
  });
});
