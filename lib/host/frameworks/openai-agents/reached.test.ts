/** Models and servers that a run comes to. */
import type { ModelRequest } from "@openai/agents";
import { describe, expect, it } from "vitest";
import { ANSWER, ARGS, call, DENY, REPLIES, rewriting, SECRET } from "../../../testing/adapter-contract/scenario";
import { ScriptedSdkModel } from "../../../testing/frameworks/openai-agents";
import { runShaped, type Shape, type Way } from "../../../testing/frameworks/openai-agents-scenario";
import { governOpenAiAgent } from "./govern-openai-agent";

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
