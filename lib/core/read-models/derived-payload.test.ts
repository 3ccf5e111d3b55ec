import { describe, expect, it } from "vitest";
import { fromPlainObject } from "../json/build";
import { INTERCEPT, RESOLVE } from "../wire/agent-hooks";
import { stepPayload } from "./derived-payload";
import { stepSubject } from "./subject";

const subject = (message: Record<string, unknown>, method: string): string =>
  stepSubject(stepPayload(fromPlainObject(message), method), method);
const intercepted = (context: unknown) => ({ method: INTERCEPT, params: { payload: { context } } });
const tool_call = { id: "tc-1", name: "refund_payment", args: { amount: 840 } };

describe("the line of a step", () => {
  it.each([
    ["steps/toolCallRequest", { tool_call, target: tool_call.args }, "refund_payment  amount=840"],
    [
      "steps/toolCallResult",
      { tool_call, tool_result: { value: "paid", is_error: false }, target: "paid" },
      "refund_payment  success paid",
    ],
    ["steps/userMessage", { target: { content: "refund, please", role: "user" } }, "refund, please"],
    ["steps/agentResponse", { target: { content: "done" } }, "done"],
    ["steps/sessionEnd", { target: { reason: "completed" } }, "completed"],
    ["steps/turnStart", { target: { content: "refund, please" } }, ""],
  ])("made of an intercepted context says what %s would", (method, context, line) => {
    expect(subject(intercepted(context), method)).toBe(line);
  });

  it("made of a resolver's question names the tool and what its host shows of the arguments", () => {
    const asked = (context: unknown) => ({ method: RESOLVE, params: { payload: { request: { context } } } });
    expect(subject(asked({ tool_call }), "steps/toolCallRequest")).toBe("refund_payment  amount=840");
    expect(subject(asked({ tool_call: { ...tool_call, args: "[redacted]" } }), "steps/toolCallRequest")).toBe(
      "refund_payment",
    );
    expect(subject(asked(null), "steps/toolCallRequest")).toBe("");
  });

  it("that is a message of its own is that message's", () => {
    const own = { method: "steps/agentResponse", params: { payload: { content: [{ type: "text", value: "hi" }] } } };
    expect(subject(own, "steps/agentResponse")).toBe("hi");
  });
});
