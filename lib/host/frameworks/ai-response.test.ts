/** Responses of an AI SDK model, shown to guards and taken back from them. */
import { describe, expect, it } from "vitest";
import type { AiResult } from "./ai-model-types";
import { toModelResponse, withResponse } from "./ai-response";

const CALL = {
  type: "tool-call",
  toolCallId: "c",
  toolName: "pay",
  input: '{"amount":840}',
  providerMetadata: { p: {} },
};

const RESULT: AiResult = {
  content: [{ type: "text", text: "Good " }, { type: "text", text: "day." }, CALL],
  finishReason: { unified: "tool-calls", raw: "tool_use" },
  providerMetadata: { p: { logprobs: ["Good"] } },
  response: { id: "r-1", body: { text: "Good day." } },
};

const PERMITTED = toModelResponse(RESULT);

describe("a response", () => {
  it("is shown as text and calls", () => {
    expect(PERMITTED).toEqual({
      content: "Good day.",
      tool_calls: [{ id: "c", name: "pay", args: { amount: 840 } }],
      finish_reason: "tool-calls",
    });
  });

  it.each([
    ["", {}],
    ["5", { unparsed: "5" }],
    ["{amount", { unparsed: "{amount" }],
  ])("shows arguments %j that are no object too", (input, args) => {
    const { tool_calls } = toModelResponse({ ...RESULT, content: [{ ...CALL, input }] });
    expect(tool_calls).toMatchObject([{ args }]);
  });

  it("is the same when nothing was changed, without the provider's own copy of it", () => {
    const { response, ...rest } = withResponse(RESULT, PERMITTED);
    expect(rest).toEqual({
      content: RESULT.content,
      finishReason: RESULT.finishReason,
      providerMetadata: RESULT.providerMetadata,
    });
    expect(response).toEqual({ id: "r-1", body: undefined });
  });

  it("is what was permitted when it was rewritten, and repeats the old one nowhere", () => {
    const rewritten = withResponse(RESULT, { ...PERMITTED, content: "Bad night." });
    expect(rewritten.content).toEqual([{ type: "text", text: "Bad night." }, CALL]);
    expect(JSON.stringify(rewritten)).not.toContain("Good");
  });

  it("can lose a call, gain one and change one", () => {
    const call = (id: string, amount: number) => ({ id, name: "pay", args: { amount } });
    const changed = withResponse(RESULT, { ...PERMITTED, tool_calls: [call("c", 500), call("d", 1)] });
    expect(changed.content.slice(2)).toEqual([
      { ...CALL, input: '{"amount":500}' },
      { type: "tool-call", toolCallId: "d", toolName: "pay", input: '{"amount":1}' },
    ]);
    const none = withResponse(RESULT, { ...PERMITTED, tool_calls: [], finish_reason: "stop" });
    expect(none.content.map((part) => part.type)).toEqual(["text", "text"]);
    expect(none.finishReason).toEqual({ unified: "stop", raw: undefined });
  });

  it.each([[7], [{ text: "x" }], [["x"]]])("cannot say the content %j", (content) => {
    expect(() => withResponse(RESULT, { ...PERMITTED, content })).toThrow(TypeError);
  });
});
