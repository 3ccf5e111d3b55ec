import { describe, expect, it } from "vitest";
import { denyAt, observedSession, thrownBy } from "../../testing/hook-sessions";
import { RunTerminated } from "../hook-session";
import type { AgentContext } from "../types";
import { OutOfOrder } from "./ledger";

const _CALL = { id: "c", name: "pay", args: { amount: 5 } };
const RESPONSE = { content: "x", tool_calls: [], finish_reason: "stop" };
const rewriteAt = (point: string, path: string, value: unknown) => (context: AgentContext) =>
  context.interception_point === point ? { decision: "transform", transform: { path, value } } : undefined;

async function started(...given: Parameters<typeof observedSession>) {
  const observed = observedSession(...given);
  await observed.session.startup([]);
  return observed;
}

describe("a model call", () => {
  const messages = [{ role: "user", content: "hi" }];

  it("is sent the permitted messages and gives the permitted response, with one id for both halves", async () => {
    const { session, seen } = await started((context) =>
      context.interception_point === "pre_model_call"
        ? { decision: "transform", transform: { path: "$target[0].content", value: "[cut]" } }
        : rewriteAt("post_model_call", "$target.content", "y")(context),
    );
    const sent: unknown[] = [];
    const response = await session.model({ id: "m" }, messages, async (given) => {
      sent.push(given);
      return RESPONSE;
    });
    expect(sent).toEqual([[{ role: "user", content: "[cut]" }]]);
    expect(response).toEqual({ ...RESPONSE, content: "y" });
    const [, pre, post] = seen;
    expect(pre?.request_id).toEqual(expect.any(String));
    expect(post?.request_id).toBe(pre?.request_id);
  });

  it("that was denied is not sent", async () => {
    const { session, points } = await started(denyAt("pre_model_call"));
    let sent = 0;
    const work = session.model({ id: "m" }, messages, async () => {
      sent += 1;
      return RESPONSE;
    });
    expect(await thrownBy(work)).toBeInstanceOf(RunTerminated);
    expect([sent, points()]).toEqual([0, ["agent_startup", "pre_model_call"]]);
  });

  it("that fails has no second half, and its error goes on as it is", async () => {
    const failure = new Error("overloaded");
    const { session, points } = await started();
    const rejecting = () => Promise.reject(failure);
    const throwing = () => {
      throw failure;
    };
    for (const call of [rejecting, throwing])
      expect(await thrownBy(session.model({ id: "m" }, [], call))).toBe(failure);
    expect(points()).toEqual(["agent_startup", "pre_model_call", "pre_model_call"]);
  });

  it.each([
    ["lacks its content", { tool_calls: [], finish_reason: "stop" }],
    ["lacks its tool calls", { content: "x", finish_reason: "stop" }],
    [
      "asks for a tool with arguments that are text",
      {
        ...RESPONSE,
        tool_calls: [{ id: "c", name: "pay", args: "{}" }],
      },
    ],
    ["is nothing", undefined],
  ])("whose response %s is thrown away", async (_, response) => {
    const { session } = await started();
    const work = session.model({ id: "m" }, messages, async () => response as never);
    expect(await thrownBy(work)).toMatchObject({ verdict: { reason: "host_error:context_invalid" } });
  });

  it("is settled once", async () => {
    const { session } = await started();
    const call = await session.preModel({ id: "m" }, messages);
    await call.settle(RESPONSE);
    expect(await thrownBy(call.settle(RESPONSE))).toBeInstanceOf(OutOfOrder);
  });
});
