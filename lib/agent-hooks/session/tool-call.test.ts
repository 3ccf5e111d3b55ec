import { describe, expect, it } from "vitest";
import { denyAt, observedSession, thrownBy } from "../../testing/hook-sessions";
import { findBlocked, InterceptionBlocked, RunTerminated } from "../hook-session";
import type { AgentContext } from "../types";
import { RewrittenToolError } from "./tool-call";

const CALL = { id: "c", name: "pay", args: { amount: 5 } };
const _RESPONSE = { content: "x", tool_calls: [], finish_reason: "stop" };
const rewriteAt = (point: string, path: string, value: unknown) => (context: AgentContext) =>
  context.interception_point === point ? { decision: "transform", transform: { path, value } } : undefined;

async function started(...given: Parameters<typeof observedSession>) {
  const observed = observedSession(...given);
  await observed.session.startup([]);
  return observed;
}

describe("a tool call", () => {
  it("runs with the permitted arguments, shows them afterwards, and gives the permitted result", async () => {
    const { session, seen } = await started((context) =>
      context.interception_point === "pre_tool_call"
        ? { decision: "transform", transform: { path: "$target.amount", value: 1 } }
        : rewriteAt("post_tool_call", "$target.receipt", "[cut]")(context),
    );
    const given: unknown[] = [];
    const result = await session.tool(CALL, (args) => {
      given.push(structuredClone(args));
      (args as { amount: number }).amount = 1_000_000;
      return { receipt: "secret" };
    });
    expect(given).toEqual([{ amount: 1 }]);
    expect(seen.at(-1)?.tool_call).toEqual({ id: "c", name: "pay", args: { amount: 1 } });
    expect(result).toEqual({ receipt: "[cut]" });
    expect(CALL.args).toEqual({ amount: 5 });
  });

  it("that was denied does not run, has no second half, and leaves the loop going", async () => {
    const { session, points } = await started(
      denyAt("pre_tool_call", { decision: "deny", reason: "cap", message: "Over the cap." }),
    );
    let ran = 0;
    const blocked = await thrownBy(session.tool(CALL, () => ++ran));
    expect(blocked).toMatchObject({ point: "pre_tool_call", toolMessage: "Blocked: Over the cap. (cap)" });
    expect(blocked).not.toBeInstanceOf(RunTerminated);
    expect([ran, points()]).toEqual([0, ["agent_startup", "pre_tool_call"]]);
    expect([await session.output("x"), session.ended]).toEqual(["x", false]);
  });

  it("whose result was denied gives nothing of it, and is not run again", async () => {
    const { session } = await started(denyAt("post_tool_call"));
    let ran = 0;
    const blocked = await thrownBy(
      session.tool(CALL, () => {
        ran += 1;
        return "SECRET";
      }),
    );
    expect(blocked).toBeInstanceOf(InterceptionBlocked);
    expect(ran).toBe(1);
    expect(JSON.stringify([blocked, session.records, (blocked as Error).message])).not.toContain("SECRET");
  });

  it("that fails is judged as a result, and its error goes on as it is", async () => {
    const failure = new TypeError("no such account");
    const { session, seen } = await started();
    expect(await thrownBy(session.tool(CALL, () => Promise.reject(failure)))).toBe(failure);
    expect(seen.at(-1)?.tool_result).toMatchObject({ value: "TypeError: no such account", is_error: true });
  });

  it("that fails with a text that may not go on fails with the permitted one alone", async () => {
    const { session } = await started(rewriteAt("post_tool_call", "$target", "failed"));
    const thrown = await thrownBy(session.tool(CALL, () => Promise.reject(new Error("SECRET"))));
    expect(thrown).toBeInstanceOf(RewrittenToolError);
    expect((thrown as Error).message).toBe("failed");
    expect(findBlocked(thrown)).toBeNull();
    expect((thrown as Error).cause).toBeUndefined();
  });

  it("that throws what is no error is judged by all of it, and lets nothing else on", async () => {
    const { session, seen } = await started();
    const thrown = await thrownBy(session.tool(CALL, () => Promise.reject({ code: 7, message: "SECRET" })));
    expect(seen.at(-1)?.target).toBe('{"code":7,"message":"SECRET"}');
    expect(thrown).toBeInstanceOf(RewrittenToolError);
    expect((thrown as Error).message).toBe('{"code":7,"message":"SECRET"}');
  });

  it("whose error prints itself in words of its own is judged by those words too", async () => {
    const { session, seen } = await started();
    const failure = Object.assign(new Error("failed"), { toString: () => "SECRET" });
    await thrownBy(session.tool(CALL, () => Promise.reject(failure)));
    expect(seen.at(-1)?.target).toBe("SECRET: failed");
  });

  it("whose error was denied is blocked", async () => {
    const { session } = await started(denyAt("post_tool_call"));
    expect(await thrownBy(session.tool(CALL, () => Promise.reject(new Error("SECRET"))))).toBeInstanceOf(
      InterceptionBlocked,
    );
  });

  it("that gives nothing gives null", async () => {
    const { session, seen } = await started();
    expect(await session.tool(CALL, () => undefined)).toBeNull();
    expect(seen.at(-1)?.target).toBeNull();
  });

  it("whose result is no JSON gives nothing: what was judged would not be what is used", async () => {
    const { session } = await started();
    const blocked = await thrownBy(session.tool(CALL, () => new Map([["a", 1]])));
    expect(blocked).toMatchObject({ point: "post_tool_call", verdict: { reason: "host_error:context_invalid" } });
  });
});

describe("the posture towards host errors at the tool seam", () => {
  const broken = denyAt("pre_tool_call", { decision: "transform" });

  it("lets the loop go on where it is to continue", async () => {
    const { session } = await started(broken);
    expect(await thrownBy(session.tool(CALL, () => 1))).not.toBeInstanceOf(RunTerminated);
    expect(session.ended).toBe(false);
  });

  it("ends the run where it is to terminate: only the shutdown follows", async () => {
    const { session, points } = await started(broken, { surface: { toolSeamHostError: "terminate" } });
    const end = await thrownBy(session.tool(CALL, () => 1));
    expect(end).toBeInstanceOf(RunTerminated);
    expect(session.ended).toBe(true);
    expect(await thrownBy(session.output("x"))).toBe(end);
    expect(await thrownBy(session.preModel({ id: "m" }, []))).toBe(end);
    await session.shutdown("error");
    expect(points()).toEqual(["agent_startup", "pre_tool_call", "agent_shutdown"]);
  });

  it("does not end it for a deny of policy", async () => {
    const { session } = await started(denyAt("pre_tool_call"), { surface: { toolSeamHostError: "terminate" } });
    expect(await thrownBy(session.tool(CALL, () => 1))).not.toBeInstanceOf(RunTerminated);
    expect(session.ended).toBe(false);
  });

  it("still judges what another call, already running, gives back", async () => {
    const { session, points } = await started(
      (context) =>
        (context.tool_call as { id?: string } | undefined)?.id === "bad" ? { decision: "transform" } : undefined,
      { surface: { toolSeamHostError: "terminate" } },
    );
    const result = await session.tool(CALL, async () => {
      await thrownBy(session.tool({ ...CALL, id: "bad" }, () => 1));
      return "done";
    });
    expect([result, session.ended]).toEqual(["done", true]);
    expect(points().slice(1)).toEqual(["pre_tool_call", "pre_tool_call", "post_tool_call"]);
  });
});
