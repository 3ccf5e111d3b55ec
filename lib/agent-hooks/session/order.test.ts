import { describe, expect, it } from "vitest";
import { denyAt, observedSession, thrownBy } from "../../testing/hook-sessions";
import { createAgentHooks } from "../agent-hooks";
import { InterceptionBlocked, RunTerminated } from "../hook-session";
import { OutOfOrder } from "./ledger";

const RESPONSE = { content: "x", tool_calls: [], finish_reason: "stop" };
const CALL = { id: "c", name: "pay", args: {} };

describe("the order of a session", () => {
  it("is startup first: nothing happens before it", async () => {
    const { session, points } = observedSession();
    let ran = 0;
    expect(await thrownBy(session.input("hi"))).toBeInstanceOf(OutOfOrder);
    expect(await thrownBy(session.tool(CALL, () => ++ran))).toBeInstanceOf(OutOfOrder);
    expect(await thrownBy(session.model({ id: "m" }, [], async () => RESPONSE))).toBeInstanceOf(OutOfOrder);
    expect([ran, points()]).toEqual([0, []]);
  });

  it("has one startup and one shutdown, whoever asks again", async () => {
    const { session, points } = observedSession();
    await session.startup([]);
    expect(await thrownBy(session.startup([]))).toBeInstanceOf(OutOfOrder);
    await Promise.all([session.shutdown("completed"), session.shutdown("error")]);
    expect(points()).toEqual(["agent_startup", "agent_shutdown"]);
  });

  it("ends with shutdown: nothing happens after it, also no second half of a call", async () => {
    const { session, points } = observedSession();
    await session.startup([]);
    const started = await session.preModel({ id: "m" }, []);
    const running = session.tool(CALL, () => session.shutdown("cancelled"));
    expect(await thrownBy(running)).toBeInstanceOf(OutOfOrder);
    expect(await thrownBy(started.settle(RESPONSE))).toBeInstanceOf(OutOfOrder);
    expect(await thrownBy(session.output("x"))).toBeInstanceOf(OutOfOrder);
    expect(points()).toEqual(["agent_startup", "pre_model_call", "pre_tool_call", "agent_shutdown"]);
  });

  it("emits no shutdown for a session that never started", async () => {
    const { session, points } = observedSession();
    await session.shutdown("error");
    expect([points(), session.ended]).toEqual([[], true]);
  });

  it("lets nothing but the shutdown follow a denied startup, and calls it an error", async () => {
    const { session, seen, points } = observedSession(denyAt("agent_startup"));
    const refused = await thrownBy(session.startup([]));
    expect(refused).toBeInstanceOf(RunTerminated);
    for (const work of [
      session.input("hi"),
      session.model({ id: "m" }, [], async () => RESPONSE),
      session.tool(CALL, () => 1),
      session.output("x"),
      session.startup([]),
    ]) {
      expect(await thrownBy(work)).toBe(refused);
    }
    await session.shutdown("completed");
    expect(points()).toEqual(["agent_startup", "agent_shutdown"]);
    expect(seen.at(-1)?.target).toEqual({ reason: "error" });
  });

  it("denies a startup that would be rewritten", async () => {
    const transform = { decision: "transform", transform: { path: "$target.tools_registered", value: [] } };
    const { session } = observedSession(denyAt("agent_startup", transform));
    expect(await thrownBy(session.startup(["pay"]))).toMatchObject({
      verdict: { reason: "host_error:transform_target_forbidden" },
    });
  });

  it.each<[string, object]>([
    ["denied", { decision: "deny", reason: "no" }],
    ["denied until somebody approves", { decision: "deny", approval: {} }],
    ["judged by a broken guard", { decision: "transform" }],
  ])("ends with a shutdown that never throws and asks nobody, when it is %s", async (_, verdict) => {
    let asked = 0;
    const { session, points } = observedSession(denyAt("agent_shutdown", verdict), {
      resolver: { resolve: () => ++asked },
    });
    await session.startup([]);
    await session.shutdown("completed");
    expect([points().at(-1), session.records.at(-1)?.verdict.decision, asked]).toEqual(["agent_shutdown", "deny", 0]);
    expect(session.ended).toBe(true);
  });

  it("counts turns from the inputs, and emits every turn under the one session", async () => {
    const { session, seen, points } = observedSession();
    await session.startup([]);
    for (const text of ["one", "two"]) {
      await session.input(text);
      await session.output(text);
    }
    await session.shutdown("completed");
    expect(points()).toEqual(["agent_startup", "input", "output", "input", "output", "agent_shutdown"]);
    expect(seen.map((context) => context.session.turn ?? null)).toEqual([null, 1, 1, 2, 2, 2]);
    expect(new Set(seen.map((context) => context.session.id)).size).toBe(1);
  });

  it("goes on with a new input after one that was denied", async () => {
    const { session } = observedSession((context) =>
      JSON.stringify(context.target).includes("bad") ? { decision: "deny", reason: "no" } : undefined,
    );
    await session.startup([]);
    expect(await thrownBy(session.input("bad"))).toBeInstanceOf(RunTerminated);
    expect([await session.input("good"), session.ended]).toEqual(["good", false]);
  });

  it("hands sequences out at once, unique and rising, to calls that overlap", async () => {
    const { session, seen } = observedSession();
    await session.startup([]);
    const ids = Array.from({ length: 20 }, (_, i) => `c-${i}`);
    await Promise.all(ids.map((id) => session.tool({ ...CALL, id }, async () => id)));
    const sequences = seen.map((context) => context.sequence);
    expect(sequences).toEqual(Array.from({ length: 41 }, (_, i) => i));
    for (const id of ids) {
      const pair = seen.filter((context) => (context.tool_call as { id?: string } | undefined)?.id === id);
      expect(pair.map((context) => context.interception_point)).toEqual(["pre_tool_call", "post_tool_call"]);
    }
  });
});

describe("a fault of the host", () => {
  it("is recorded with the next sequence, and blocks", async () => {
    const { session } = observedSession();
    await session.startup([]);
    const blocked = await thrownBy(session.fail("pre_tool_call", "TypeError at args"));
    await session.input("hi");
    expect(blocked).toBeInstanceOf(InterceptionBlocked);
    expect(session.records.map((record) => [record.sequence, record.verdict.reason ?? null])).toEqual([
      [0, null],
      [1, "host_error:context_invalid"],
      [2, null],
    ]);
  });

  it("refuses an entry point that cannot be governed", async () => {
    const { session } = observedSession();
    const blocked = await thrownBy(session.unsupported("pre_model_call", "agent.stream()"));
    expect(blocked).toMatchObject({
      point: "pre_model_call",
      verdict: { reason: "host_error:adapter_unsupported", message: "agent.stream()" },
    });
  });

  it.each([
    [
      "a call whose members throw",
      {
        id: "c",
        name: "pay",
        get args(): never {
          throw new Error("secret");
        },
      },
    ],
    ["arguments that are no JSON", { id: "c", name: "pay", args: { when: new Date(0) } as never }],
  ])("fails the action closed and leaves a record: %s", async (_, call) => {
    let ran = 0;
    const { session } = observedSession();
    await session.startup([]);
    expect(await thrownBy(session.tool(call, () => ++ran))).toMatchObject({
      verdict: { reason: "host_error:context_invalid" },
    });
    expect([ran, session.records.at(-1)?.sequence]).toEqual([0, 1]);
    expect(JSON.stringify(session.records)).not.toContain("secret");
  });
});

describe("what no session can carry", () => {
  it.each([
    ["a framework with capitals", { framework: "LangGraph" }],
    ["an agent without an id", { agent: { id: "" } }],
    ["a posture that is none", { surface: { toolSeamHostError: "ask" as never } }],
    ["increments of an output that is held back", { surface: { capabilities: ["incremental_output" as const] } }],
  ])("is refused when the contract is installed: %s", (_, options) => {
    expect(() => observedSession(undefined, options)).toThrow(TypeError);
  });

  it.each(["acs", "ctk", "agent_hooks", "Bad-Name"])("is refused when it opens: extensions of %s", (name) => {
    const hooks = createAgentHooks({ agent: { id: "a" }, framework: "reference", interceptors: [] });
    expect(() => hooks.session({ extensions: { [name]: {} } })).toThrow(TypeError);
  });

  it.each([
    ["no map", ["apr_1"]],
    ["a number", { pay: 7 }],
    ["an empty text", { pay: "" }],
  ])("is refused when it opens, by the name of the member: claims of approvals that are %s", (_, approvals) => {
    const hooks = createAgentHooks({ agent: { id: "a" }, framework: "reference", interceptors: [] });
    const open = () => hooks.session({ extensions: { guardian: { approvals } } });
    expect(open).toThrow("extensions.guardian.approvals: approval ids by names of tools");
  });
});
