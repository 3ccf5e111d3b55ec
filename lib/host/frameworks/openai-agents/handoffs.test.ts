/** Other agents that a run comes to: by handoff, and as a tool. */
import { Agent, handoff, webSearchTool } from "@openai/agents";
import { describe, expect, it } from "vitest";
import { ANSWER, ARGS, DENY, type Ran, REPLIES, rewriting } from "../../../testing/adapter-contract/scenario";
import type { ScriptedReply } from "../../../testing/adapter-driver";
import { ScriptedSdkModel } from "../../../testing/frameworks/openai-agents";
import { runShaped, type Shape, type Way } from "../../../testing/frameworks/openai-agents-scenario";
import type { AnyAgent } from "./any-agent";
import { governOpenAiAgent } from "./govern-openai-agent";

const pointsOf = (ran: Ran, point: string) => ran.points.filter((one) => one === point);

describe("a handoff", () => {
  const transfer: ScriptedReply = { calls: [{ id: "h-1", name: "transfer_to_Payer", args: {} }] };

  const handing =
    (replies: readonly ScriptedReply[], model = new ScriptedSdkModel(replies)): Shape =>
    (agent) => {
      const payer = new Agent({ name: "Payer", model, tools: agent.tools as never }) as unknown as AnyAgent;
      payer.handoffs = [agent] as never;
      agent.tools = [];
      agent.handoffs = [handoff(payer as never)] as never;
      return agent;
    };

  it("is judged like a tool call, and the next agent is governed too", async () => {
    const ran = await runShaped(
      { replies: [transfer], guard: { output: rewriting("done", "over") } },
      handing(REPLIES),
    );
    expect(ran.output).toBe(ANSWER.replace("done", "over"));
    expect(ran.paid).toEqual([ARGS]);
    expect(pointsOf(ran, "pre_model_call")).toHaveLength(3);
    const named = ran.contexts.flatMap(({ interception_point, tool_call }) =>
      interception_point === "pre_tool_call" ? [tool_call] : [],
    );
    expect(named).toMatchObject([{ id: "h-1", name: "transfer_to_Payer" }, { name: "pay_invoice" }]);
  });

  it("does not happen when it is denied", async () => {
    const model = new ScriptedSdkModel(REPLIES);
    const ran = await runShaped({ replies: [transfer], guard: { pre_tool_call: DENY } }, handing([], model));
    expect(ran.thrown).toMatchObject({ point: "pre_tool_call" });
    expect(model.requests).toEqual([]);
    expect(ran.paid).toEqual([]);
  });

  const elsewhere =
    (next: () => Agent): Shape =>
    (agent) => {
      const listed = handoff(new Agent({ name: "Payer" }));
      agent.handoffs = [Object.assign(listed, { onInvokeHandoff: async () => next() })] as never;
      return agent;
    };

  it("to an agent that was named nowhere is governed too", async () => {
    const model = new ScriptedSdkModel([{ text: ANSWER }]);
    const guard = { post_model_call: rewriting("done", "over") };
    const shape = elsewhere(() => new Agent({ name: "Stranger", model }));
    const ran = await runShaped({ replies: [transfer], guard }, shape);
    expect(ran.output).toBe(ANSWER.replace("done", "over"));
    expect(pointsOf(ran, "post_model_call")).toHaveLength(2);
  });

  it("to an agent with tools of the service is refused, though it was named nowhere", async () => {
    const model = new ScriptedSdkModel([{ text: ANSWER }]);
    const shape = elsewhere(() => new Agent({ name: "Stranger", model, tools: [webSearchTool()] }));
    const ran = await runShaped({ replies: [transfer] }, shape);
    expect(ran.thrown).toMatchObject({ verdict: { reason: "host_error:adapter_unsupported" } });
    expect(model.requests).toEqual([]);
  });

  it("may go in circles", async () => {
    const back: ScriptedReply = { calls: [{ id: "h-2", name: "transfer_to_Agent", args: {} }] };
    const ran = await runShaped({ replies: [transfer, { text: ANSWER }] }, handing([back]));
    expect(ran.output).toBe(ANSWER);
  });
});

describe("a governed agent as a tool", () => {
  it("has a session of its own inside the call of the other", async () => {
    let inner: ScriptedSdkModel | undefined;
    const way: Way = async ({ governed, model }, { prompt, hooks }) => {
      inner = model;
      const consult = governed.asTool({ toolName: "consult", toolDescription: "d" });
      const outer = new ScriptedSdkModel([
        { calls: [{ id: "o", name: "consult", args: { input: prompt } }] },
        { text: ANSWER },
      ]);
      const asker = new Agent({ name: "Asker", model: outer, tools: [consult] as never });
      return governOpenAiAgent(hooks, asker, { tracingDisabled: true }).run("Ask.");
    };
    const ran = await runShaped({}, undefined, way);
    expect(ran.output).toBe(ANSWER);
    expect(inner?.requests).toHaveLength(2);
    expect(ran.paid).toEqual([ARGS]);
    expect(pointsOf(ran, "agent_startup")).toHaveLength(2);
    expect(pointsOf(ran, "agent_shutdown")).toHaveLength(2);
  });
});
