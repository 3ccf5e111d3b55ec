import { describe, expect, it } from "vitest";
import { agentContext, toolContext } from "../testing/agent-contexts";
import { ALLOW, saying } from "../testing/scripted-guards";
import { createEmitter } from "./emitter";
import { type ContractOptions, INTERCEPTION_POINTS } from "./types";

const allowAll = saying(ALLOW);
const emitterOf = (options: Partial<ContractOptions> = {}) => createEmitter({ interceptors: [allowAll], ...options });
const reasonOf = async (options: Partial<ContractOptions>, context: unknown) =>
  (await emitterOf(options).emit(context)).verdict.reason;

const cyclic = toolContext({});
(cyclic.target as Record<string, unknown>).self = cyclic.target;
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

describe("a context that must not be judged", () => {
  it.each([
    ["null", null],
    ["undefined", undefined],
    ["text", "context"],
    ["a list", []],
    ["no envelope", {}],
    ["another version of the format", toolContext({}, { spec: "agent-hooks/1" })],
    ["a point that is none", toolContext({}, { interception_point: "pre_memory_read" })],
    ["a name that every object inherits as its point", toolContext({}, { interception_point: "constructor" })],
    ["a time that is none", toolContext({}, { timestamp: "yesterday" })],
    ["a negative sequence", toolContext({}, { sequence: -1 })],
    ["an agent without an id", toolContext({}, { agent: { id: "", framework: "reference" } })],
    ["a framework with capitals", toolContext({}, { agent: { id: "a", framework: "LangGraph" } })],
    ["a session without an id", toolContext({}, { session: {} })],
    ["arguments that are text", toolContext("amount=5")],
    ["no tool call", toolContext({}, { tool_call: null })],
    ["an extension of a bad name", toolContext({}, { extensions: { "Bad-Name": {} } })],
    ["a role that is none", agentContext("input", { input: { content: "x", role: "assistant" } })],
    ["a cycle", cyclic],
    ["a value that is no JSON", toolContext({ when: new Date(0) })],
    ["a lone surrogate", toolContext({ text: "\udfff" })],
    ["an integer that does not travel", toolContext({ amount: 2 ** 53 })],
    ["a getter that throws", Object.defineProperty({}, "spec", { get: () => JSON.parse("{"), enumerable: true })],
  ])("is denied before anyone sees it: %s", async (_, context) => {
    let calls = 0;
    const emitter = emitterOf({ interceptors: [{ intercept: () => ++calls }] });
    const emission = await emitter.emit(context);
    expect(emission).toMatchObject({ permitted: false, context: null });
    expect(emission.record).toMatchObject({
      verdict: { decision: "deny", reason: "host_error:context_invalid" },
      input_identity: null,
      enforced_identity: null,
      identity_provider: "jcs-sha256",
      decided_by: null,
      interceptors_registered: 1,
    });
    expect([calls, emitter.recent.length]).toEqual([0, 1]);
  });

  it("keeps what is known of its envelope on the record", async () => {
    const trace = { trace_id: "t", span_id: "s", other: "x" };
    const { record } = await emitterOf().emit(toolContext({ amount: 1n }, { trace }));
    expect(record).toMatchObject({ session_id: "sess-1", sequence: 3, timestamp: "2026-01-01T00:00:00.000Z" });
    expect(record.trace).toEqual({ trace_id: "t", span_id: "s" });
  });

  it("names the rule and the path, and no value", async () => {
    const { verdict } = await emitterOf().emit(toolContext({ card: "4111", when: new Date(0) }));
    expect(verdict.message).toBe("context.tool_call.args.when: not a plain object");
  });

  it.each([
    "target",
    "agent_init",
    "tool_call",
    "tool_result",
    "input",
    "model",
    "messages",
    "response",
    "output",
    "summary",
  ])("lacks %s at a point that requires it", async (member) => {
    const points = INTERCEPTION_POINTS.filter((point) => member in agentContext(point));
    expect(points).not.toEqual([]);
    for (const point of points) {
      const { [member]: _, ...rest } = agentContext(point);
      expect(await reasonOf({}, rest)).toBe("host_error:context_invalid");
    }
  });

  it("is larger than the bound", async () => {
    expect(await reasonOf({ maxContextBytes: 1000 }, toolContext({ text: "x".repeat(600) }))).toBe(
      "host_error:context_invalid",
    );
    expect(await reasonOf({}, toolContext({ text: "x".repeat(5 * 1024 * 1024) }))).toBe("host_error:context_invalid");
    expect(await reasonOf({}, toolContext({ text: "x".repeat(1024 * 1024) }))).toBeUndefined();
  });

  it("is nested deeper than the bound", async () => {
    expect(await reasonOf({}, toolContext(nested(126)))).toBeUndefined();
    expect(await reasonOf({}, toolContext(nested(127)))).toBe("host_error:context_invalid");
    expect(await reasonOf({}, { ...toolContext({}), target: nested(5000) })).toBe("host_error:context_invalid");
  });
});
