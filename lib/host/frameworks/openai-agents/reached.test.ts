/** Other agents, models and servers that a run comes to. */
import { Agent, handoff, type ModelRequest } from "@openai/agents";
import { describe, expect, it } from "vitest";
import {
  ANSWER,
  ARGS,
  call,
  DENY,
  type Ran,
  REPLIES,
  rewriting,
  SECRET,
} from "../../../testing/adapter-contract/scenario";
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

describe("a model", () => {
  it("that is named is governed too", async () => {
    const named: Way = ({ agent, model, hooks }, { prompt }) => {
      const config = { modelProvider: { getModel: () => model }, tracingDisabled: true };
      return governOpenAiAgent(hooks, agent.clone({ model: "gpt-named" } as never), config).run(prompt);
    };
    const ran = await runShaped({ guard: { output: rewriting("done", "over") } }, undefined, named);
    expect(ran.output).toBe(ANSWER.replace("done", "over"));
    expect(ran.contexts[2]?.model).toMatchObject({ id: "gpt-named" });
  });

  it.each(["tools", "prompt", "conversation", "previous_response_id"])(
    "is not asked with %s of the service",
    async (member) => {
      const modelSettings = { providerData: { [member]: ["x"] } };
      const ran = await runShaped({}, (agent) => agent.clone({ modelSettings }));
      expect(ran.thrown).toMatchObject({ verdict: { reason: "host_error:adapter_unsupported" } });
      expect(ran.modelRequests).toEqual([]);
    },
  );

  it("whose stream has no end gives nothing", async () => {
    class Cut extends ScriptedSdkModel {
      override async *getStreamedResponse(request: ModelRequest) {
        for await (const event of super.getStreamedResponse(request)) if (event.type !== "response_done") yield event;
      }
    }
    const ran = await runShaped(
      {},
      (agent) => agent.clone({ model: new Cut(REPLIES) }),
      ({ governed }, { prompt }) => governed.run(prompt, { stream: true }),
    );
    expect(ran.thrown).toMatchObject({ point: "post_model_call" });
    expect(ran.paid).toEqual([]);
  });

  it("that answers with something the service ran gives nothing", async () => {
    class Hosted extends ScriptedSdkModel {
      override async getResponse(request: ModelRequest) {
        const response = await super.getResponse(request);
        return { ...response, output: [{ type: "hosted_tool_call", name: "web_search" } as never] };
      }
    }
    const ran = await runShaped({}, (agent) => agent.clone({ model: new Hosted(REPLIES) }));
    expect(ran.thrown).toMatchObject({ verdict: { reason: "host_error:adapter_unsupported" } });
  });
});

describe("tools of an MCP server", () => {
  const serving =
    (tools: string[]): Shape =>
    (agent) => {
      const own = agent.tools[0] as unknown as {
        invoke(context: unknown, input: string): Promise<{ reference: string }>;
      };
      const listTools = async () =>
        tools.map((name) => ({ name, description: "d", inputSchema: { type: "object", properties: {} } }));
      const callTool = async (_: string, args: unknown) => {
        const { reference } = await own.invoke({}, JSON.stringify(args));
        return [{ type: "text", text: reference }];
      };
      const server = {
        name: `s-${tools.join()}`,
        cacheToolsList: false,
        listTools,
        callTool,
        connect: async () => undefined,
      };
      return agent.clone({ tools: [], mcpServers: [server] as never });
    };

  it("pass both tool points", async () => {
    const ran = await runShaped({ guard: { post_tool_call: rewriting(SECRET, "withheld") } }, serving(["pay_invoice"]));
    expect(ran.thrown).toBeNull();
    expect(ran.paid).toEqual([ARGS]);
    expect(ran.points).toContain("post_tool_call");
    expect(ran.modelRequests.join()).not.toContain(SECRET);
  });

  it("are not run when they are denied", async () => {
    const ran = await runShaped({ guard: { pre_tool_call: DENY } }, serving(["pay_invoice"]));
    expect(ran.paid).toEqual([]);
  });

  it("are refused when they come after start-up", async () => {
    const tools = ["first"];
    const replies = [{ calls: [{ ...call("c"), name: "late" }] }, { text: ANSWER }];
    const input = () => {
      tools.push("late");
      return { decision: "allow" };
    };
    const ran = await runShaped({ replies, guard: { input } }, serving(tools));
    expect(ran.thrown).toMatchObject({ verdict: { reason: "host_error:adapter_unsupported" } });
    expect(ran.paid).toEqual([]);
  });
});
