/** Models in every form that the framework takes. */
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { createMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import { ANSWER, ARGS, REPLIES, rewriting } from "../../../testing/adapter-contract/scenario";
import { asked, scriptedModel } from "../../../testing/frameworks/langgraph";
import { runShaped } from "../../../testing/frameworks/langgraph-scenario";

const output = rewriting("done", "over");
const OVER = ANSWER.replace("done", "over");

describe("a model", () => {
  const configurable = () => {
    const resolved = scriptedModel(REPLIES);
    return Object.assign(fakeModel(), { _queuedMethodOperations: {}, _getModelInstance: async () => resolved });
  };
  const FORMS: readonly (readonly [string, () => object])[] = [
    ["with options of its own", () => scriptedModel(REPLIES).withConfig({ tags: ["t"] })],
    [
      "with options twice",
      () =>
        scriptedModel(REPLIES)
          .withConfig({ tags: ["t"] })
          .withConfig({ runName: "r" }),
    ],
    ["that is resolved by its name at each call", configurable],
  ];

  it.each(FORMS)("is governed: %s", async (_, model) => {
    const ran = await runShaped({ guard: { post_model_call: output } }, { model: model() as never });
    expect(ran.thrown).toBeNull();
    expect(ran.output).toBe(OVER);
    expect(ran.paid).toEqual([ARGS]);
  });

  it("is governed where its answers carry the agent's name", async () => {
    const ran = await runShaped({ guard: { post_model_call: output } }, { name: "payer", includeAgentName: "inline" });
    expect(ran.thrown).toBeNull();
    expect(ran.output).toBe(OVER);
  });

  it("with tools of its own is refused by the framework at once, and by the guard when middleware brings it", async () => {
    const model = scriptedModel(REPLIES).withConfig({ tools: [{ type: "web_search" }] } as never);
    await expect(runShaped({}, { model: model as never })).rejects.toThrow("bound tools");
    const middleware = createMiddleware({
      name: "Swapping",
      wrapModelCall: (request, handler) => handler({ ...request, model: model as never }),
    });
    const ran = await runShaped({}, { middleware: [middleware] });
    expect(ran.thrown).not.toBeNull();
    expect(ran.modelRequests).toEqual([]);
    expect(ran.output).toBeNull();
    expect(ran.records.map(({ verdict }) => verdict.reason)).toContain("host_error:adapter_unsupported");
  });

  it("shows its callers no answer that was rewritten", async () => {
    const seen: string[] = [];
    const see = (...args: unknown[]) => {
      seen.push(JSON.stringify(args));
    };
    const callbacks = [{ handleLLMEnd: see, handleLLMNewToken: see, handleChainEnd: see }];
    const ran = await runShaped({ guard: { post_model_call: output } }, {}, ({ agent }, { prompt }) =>
      agent.invoke(asked(prompt), { callbacks }),
    );
    expect(ran.output).toBe(OVER);
    expect(seen.join()).toContain(OVER);
    expect(seen.join()).not.toContain(ANSWER);
  });

  it("gets ids for calls that it gave none", async () => {
    const calls = [1, 2].map(() => ({ name: "pay_invoice", args: ARGS, type: "tool_call" as const }));
    const model = fakeModel()
      .respond(new AIMessage({ content: "", tool_calls: calls }))
      .respond(new AIMessage(ANSWER));
    const ran = await runShaped({}, { model });
    const ids = ran.contexts.flatMap(({ interception_point, tool_call }) =>
      interception_point === "pre_tool_call" ? [(tool_call as { id: string }).id] : [],
    );
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => id.startsWith("call_"))).toBe(true);
    expect(ran.output).toBe(ANSWER);
  });
});
