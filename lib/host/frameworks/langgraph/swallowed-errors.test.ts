/** Errors that LangChain turns into messages, retries or replaces. */
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { modelFallbackMiddleware, modelRetryMiddleware, toolErrorMiddleware, toolRetryMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import { RunTerminated } from "../../../agent-hooks/hook-session";
import { ANSWER, call, DENY, rewriting, type Scenario, SECRET } from "../../../testing/adapter-contract/scenario";
import { runShaped } from "../../../testing/frameworks/langgraph-scenario";

const terminating = {
  guard: { pre_tool_call: () => ({ decision: "perhaps" }) },
  options: { surface: { toolSeamHostError: "terminate" } },
} as const satisfies Scenario;

describe("errors that the framework turns into messages", () => {
  const swallowing = [
    toolErrorMiddleware({ onError: () => "never mind" } as never),
    toolRetryMiddleware({ maxRetries: 3, initialDelayMs: 0, onFailure: "continue" }),
    modelRetryMiddleware({ maxRetries: 3, initialDelayMs: 0, onFailure: "continue" }),
  ];

  it.each(swallowing.map((one) => [one.name, one] as const))("end the run all the same: %s", async (_, middleware) => {
    const ran = await runShaped(terminating, { middleware: [middleware] });
    expect(ran.thrown).toBeInstanceOf(RunTerminated);
    expect(ran.paid).toEqual([]);
    expect(ran.modelRequests).toHaveLength(1);
    expect(ran.output).toBeNull();
  });

  it("do not call a model again whose answer was denied", async () => {
    const middleware = [
      modelRetryMiddleware({ maxRetries: 3, initialDelayMs: 0 }),
      modelFallbackMiddleware(fakeModel().respond(new AIMessage("fallback"))),
    ];
    const ran = await runShaped({ guard: { post_model_call: DENY } }, { middleware });
    expect(ran.thrown).toMatchObject({ point: "post_model_call" });
    expect(ran.modelRequests).toHaveLength(1);
    expect(ran.points.filter((point) => point === "pre_model_call")).toHaveLength(1);
  });

  it("tell the model of a tool's error in the words that were judged", async () => {
    const pay = () => {
      throw new Error(`the bank said ${SECRET}`);
    };
    const ran = await runShaped({ pay, guard: { post_tool_call: rewriting(SECRET, "no") } });
    expect(ran.modelRequests[1]).toContain("the bank said no");
    expect(ran.modelRequests.join()).not.toContain(SECRET);
  });

  it("tell the model which arguments the tool does not take", async () => {
    const replies = [{ calls: [call("call-1", { invoice: "A-17" })] }, { text: ANSWER }];
    const ran = await runShaped({ replies });
    expect(ran.paid).toEqual([]);
    expect(ran.modelRequests[1]).toContain("did not match expected schema");
    expect(ran.output).toBe(ANSWER);
  });
});
