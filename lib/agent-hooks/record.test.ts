import { describe, expect, it } from "vitest";
import { agentContext, toolContext } from "../testing/agent-contexts";
import { ALLOW, saying, write } from "../testing/scripted-guards";
import { createEmitter } from "./emitter";
import { truncated } from "./record";
import type { ContractOptions, InterceptionRecord } from "./types";

const emitterOf = (options: Partial<ContractOptions> = {}) =>
  createEmitter({ interceptors: [saying(ALLOW)], ...options });

describe("a record", () => {
  it("holds no content: neither the value of a transform nor the members of an approval", async () => {
    const secret = "4111-1111";
    const transformed = await emitterOf({ interceptors: [saying(write(secret))] }).emit(
      toolContext({ amount: secret }),
    );
    expect(transformed.record.verdict).toEqual({ decision: "transform", transform: { path: "$target.amount" } });
    const asked = await emitterOf({ interceptors: [saying({ decision: "deny", approval: { secret } })] }).emit(
      toolContext({ amount: secret }),
    );
    expect(asked.record.verdict).toEqual({ decision: "deny", approval: {} });
    expect(JSON.stringify([transformed.record, asked.record])).not.toContain(secret);
  });

  it("keeps reasons, labels and evidence, and cuts messages", async () => {
    const message = "m".repeat(300);
    const { record } = await emitterOf({
      interceptors: [
        saying({
          decision: "allow",
          reason: "r",
          message,
          warnings: [{ reason: "w", message }],
          result_labels: ["pii"],
          evidence: { artefact: "sha256:00", verification_pointers: { log: "https://example.org" } },
        }),
      ],
    }).emit(toolContext({}));
    const cut = `${"m".repeat(256)}…`;
    expect(record.verdict).toEqual({
      decision: "allow",
      reason: "r",
      message: cut,
      warnings: [{ reason: "w", message: cut }],
      result_labels: ["pii"],
      evidence: { artefact: "sha256:00", verification_pointers: { log: "https://example.org" } },
    });
  });

  it.each([
    ["256 bytes stay", "x".repeat(256), "x".repeat(256)],
    ["257 do not", "x".repeat(257), `${"x".repeat(256)}…`],
    ["a character is not cut in two", `${"x".repeat(255)}é`, `${"x".repeat(255)}…`],
    ["nor one of four bytes", `${"x".repeat(253)}🌍`, `${"x".repeat(253)}…`],
    ["which may just fit", `${"x".repeat(252)}🌍`, `${"x".repeat(252)}🌍`],
  ])("cuts messages between characters: %s", (_, message, expected) => {
    expect(truncated(message)).toBe(expected);
  });

  it.each([
    [undefined, { profile: "sequential/first_deny", on_approval: "resume" }],
    [
      { profile: "sequential/first_deny", on_approval: "stop", on_disagreement: "deny" },
      { profile: "sequential/first_deny", on_approval: "stop" },
    ],
    [{ profile: "sequential/run_all", on_approval: "stop" }, { profile: "sequential/run_all" }],
    [{ profile: "parallel/strictest" }, { profile: "parallel/strictest", on_transform_conflict: "deny" }],
    [
      { profile: "parallel/unanimous", on_transform_conflict: "approval" },
      { profile: "parallel/unanimous", on_disagreement: "deny" },
    ],
  ])("names the profile with the knobs that it reads, resolved", async (given, expected) => {
    const composition = given as ContractOptions["composition"];
    expect((await emitterOf({ composition }).emit(toolContext({}))).record.composition).toEqual(expected);
  });

  it.each([
    ["a name and nulls, where the provider fails", () => JSON.parse("{"), null],
    ["a name and nulls, where it answers a number", () => 1, null],
    ["a name and identities, where it works", () => "k1:00", "k1:00"],
  ])("has %s", async (_, identify, identity) => {
    const identityProvider = { name: "hmac-sha256-k1", identify: identify as () => string };
    const { record } = await emitterOf({ identityProvider }).emit(toolContext({}));
    expect(record).toMatchObject({
      identity_provider: "hmac-sha256-k1",
      input_identity: identity,
      enforced_identity: identity,
    });
    expect(record.verdict.reason).toBe(identity === null ? "host_error:context_invalid" : undefined);
  });
});

describe("the record of a host that could not build a context", () => {
  it("is a deny with what is known, and no verdicts", () => {
    const emitter = emitterOf();
    const record = emitter.recordHostFailure("pre_tool_call", { detail: "TypeError", session_id: "s", sequence: 4 });
    expect(record).toEqual({
      interception_point: "pre_tool_call",
      mode: "enforce",
      verdict: { decision: "deny", reason: "host_error:context_invalid", message: "TypeError" },
      input_identity: null,
      enforced_identity: null,
      identity_provider: "jcs-sha256",
      session_id: "s",
      sequence: 4,
      decided_by: null,
      composition: { profile: "sequential/first_deny", on_approval: "resume" },
      interceptors_registered: 1,
    });
    expect(emitter.recent).toEqual([record]);
  });

  it("says that session and sequence are unknown", () => {
    const record = emitterOf({ mode: "evaluate_only" }).recordHostFailure("input", { detail: "TypeError" });
    expect(record).toMatchObject({ session_id: "", sequence: -1, mode: "evaluate_only" });
  });
});

describe("the delivery of records", () => {
  it("reaches the sink before the buffer, and survives a sink that throws or rejects", async () => {
    const kept: number[] = [];
    for (const onRecord of [() => JSON.parse("{"), () => Promise.reject(new Error("down"))]) {
      const emitter = emitterOf({
        onRecord: () => {
          kept.push(emitter.recent.length);
          return onRecord();
        },
      });
      expect((await emitter.emit(toolContext({}))).permitted).toBe(true);
      expect(emitter.recent).toHaveLength(1);
    }
    expect(kept).toEqual([0, 0]);
  });

  it("drops the oldest from the buffer and counts them", async () => {
    const emitter = emitterOf({ keptRecords: 2 });
    for (const sequence of [1, 2, 3, 4, 5]) await emitter.emit(agentContext("output", { sequence }));
    expect(emitter.recent.map((record) => record.sequence)).toEqual([4, 5]);
    expect(emitter.dropped).toBe(3);
  });

  it("gives a sink what it cannot change for others", async () => {
    const spoil = (record: InterceptionRecord) => {
      (record.composition as { profile: string }).profile = "none";
    };
    const emitter = emitterOf({ onRecord: spoil });
    await emitter.emit(toolContext({}));
    expect(emitter.recent[0]?.composition.profile).toBe("sequential/first_deny");
  });

  it("keeps one record of each of many overlapping emissions", async () => {
    const emitter = emitterOf();
    const sequences = Array.from({ length: 50 }, (_, sequence) => sequence);
    await Promise.all(sequences.map((sequence) => emitter.emit(agentContext("output", { sequence }))));
    expect(emitter.recent.map((record) => record.sequence).sort((a, b) => a - b)).toEqual(sequences);
  });
});
