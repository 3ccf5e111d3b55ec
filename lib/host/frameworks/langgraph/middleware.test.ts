/** Other middleware in the same agent. */
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { createMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import { ANSWER, DENY, rewriting, SECRET } from "../../../testing/adapter-contract/scenario";
import { asked } from "../../../testing/frameworks/langgraph";
import { runShaped } from "../../../testing/frameworks/langgraph-scenario";

describe("middleware between the guard's own", () => {
  it("cannot jump past the output", async () => {
    const jumping = createMiddleware({
      name: "Jumping",
      beforeModel: { canJumpTo: ["end"], hook: () => ({ messages: [new AIMessage("made up")], jumpTo: "end" }) },
    });
    const ran = await runShaped({ guard: { output: DENY } }, { middleware: [jumping] });
    expect(ran.thrown).toMatchObject({ point: "output" });
    expect(ran.modelRequests).toEqual([]);
  });

  it("gets a model and tools that refuse to run", async () => {
    const reaching = createMiddleware({
      name: "Reaching",
      wrapToolCall: async ({ tool: given, toolCall }) =>
        (await (given as { invoke(call: unknown): Promise<unknown> }).invoke(toolCall)) as ToolMessage,
    });
    const ran = await runShaped({}, { middleware: [reaching] });
    expect(ran.thrown).toMatchObject({ verdict: { reason: "host_error:adapter_unsupported" } });
    expect(ran.paid).toEqual([]);
  });

  it("gets a model that refuses to run", async () => {
    const reaching = createMiddleware({
      name: "Reaching",
      wrapModelCall: async ({ model, messages }) =>
        (await (model as ReturnType<typeof fakeModel>).invoke(messages)) as never,
    });
    const ran = await runShaped({}, { middleware: [reaching] });
    expect(ran.thrown).toMatchObject({ verdict: { reason: "host_error:adapter_unsupported" } });
    expect(ran.modelRequests).toEqual([]);
  });

  it("has a result judged that it made up", async () => {
    const cached = createMiddleware({
      name: "Cached",
      wrapToolCall: async ({ toolCall }) =>
        new ToolMessage({
          content: SECRET,
          tool_call_id: toolCall.id ?? "",
        }),
    });
    const ran = await runShaped({ guard: { post_tool_call: DENY } }, { middleware: [cached] });
    expect(ran.points).toContain("post_tool_call");
    expect(ran.modelRequests.join()).not.toContain(SECRET);
    expect(ran.paid).toEqual([]);
  });

  it("has a response judged that it made up", async () => {
    const cached = createMiddleware({ name: "Cached", wrapModelCall: async () => new AIMessage("made up") });
    const ran = await runShaped({ guard: { post_model_call: DENY } }, { middleware: [cached] });
    expect(ran.thrown).toMatchObject({ point: "post_model_call" });
    expect(ran.output).toBeNull();
  });

  it("may swap the model, which is governed too", async () => {
    const other = fakeModel().respond(new AIMessage("from another"));
    const swapping = createMiddleware({
      name: "Swapping",
      wrapModelCall: (request, handler) => handler({ ...request, model: other }),
    });
    const ran = await runShaped(
      { guard: { post_model_call: rewriting("another", "the other") } },
      { middleware: [swapping] },
    );
    expect(ran.output).toBe("from the other");
    expect(other.callCount).toBe(1);
  });

  it("may not bring a tool that was not there at start-up", async () => {
    const late = tool(async () => SECRET, { name: "pay_invoice_late", description: "d", schema: { type: "object" } });
    const bringing = createMiddleware({
      name: "Bringing",
      wrapModelCall: (request, handler) => handler({ ...request, tools: [...request.tools, late] }),
      wrapToolCall: (request, handler) => handler({ ...request, tool: late }),
    });
    const replies = [{ calls: [{ id: "c", name: "pay_invoice_late", args: {} }] }, { text: ANSWER }];
    const ran = await runShaped({ replies }, { middleware: [bringing] });
    expect(ran.thrown).toMatchObject({ verdict: { reason: "host_error:adapter_unsupported" } });
  });

  it("may ask the provider for no tool of its own", async () => {
    const bringing = createMiddleware({
      name: "Bringing",
      wrapModelCall: (request, handler) => handler({ ...request, tools: [...request.tools, { type: "web_search" }] }),
    });
    const ran = await runShaped({}, { middleware: [bringing] });
    expect(ran.thrown).toMatchObject({ verdict: { reason: "host_error:adapter_unsupported" } });
    expect(ran.modelRequests).toEqual([]);
  });
});

describe("what a provider keeps beside the content", () => {
  const thinking = () =>
    fakeModel().respond(
      new AIMessage({ content: ANSWER, additional_kwargs: { reasoning_content: `I know ${SECRET}` } }),
    );

  it("is judged with it", async () => {
    const ran = await runShaped({}, { model: thinking() });
    expect(ran.contexts[3]?.target).toMatchObject({
      content: [
        { type: "reasoning", text: `I know ${SECRET}` },
        { type: "text", text: ANSWER },
      ],
    });
    expect(ran.output).toBe(ANSWER);
  });

  it("is dropped from an answer that was rewritten", async () => {
    let state: unknown;
    const ran = await runShaped(
      { guard: { post_model_call: rewriting("done", "over") } },
      { model: thinking() },
      async (built, { prompt }) => {
        state = await built.agent.invoke(asked(prompt));
        return state;
      },
    );
    expect(JSON.stringify(state)).not.toContain(SECRET);
    expect(ran.output).toContain(ANSWER.replace("done", "over"));
  });
});
