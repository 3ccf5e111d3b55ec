/** Both model points of one call, and the response between them. */
import type { Message, ModelFacts, ModelResponse, StartedModelCall } from "../hook-session";
import { effective, emit, keepLabels, labelsOf } from "./emit";
import { enter, enterPost, type Ledger, OutOfOrder, stillOpen } from "./ledger";

export interface StartedCall extends StartedModelCall {
  /** Labels that the call's response will carry. */
  readonly labels: readonly string[];
  readonly requestId: string;
}

export async function preModel(ledger: Ledger, facts: ModelFacts, messages: readonly Message[]): Promise<StartedCall> {
  enter(ledger, "pre_model_call");
  const requestId = facts.requestId ?? crypto.randomUUID();
  const emission = await emit(ledger, "pre_model_call", () => ({
    target: messages,
    members: { model: modelOf(facts), messages, request_id: requestId, tools: facts.tools },
  }));
  stillOpen(ledger, "pre_model_call");
  const labels = labelsOf(emission);
  const once = { isSettled: false };
  return {
    messages: effective(emission, messages) as readonly Message[],
    labels,
    requestId,
    async settle(response) {
      if (once.isSettled) throw new OutOfOrder("a second post_model_call");
      once.isSettled = true;
      return postModel(ledger, response, { facts, requestId, labels });
    },
  };
}

interface Call {
  readonly facts: ModelFacts;
  readonly requestId: string;
  readonly labels: readonly string[];
}

/** The response to go on with, also its tool calls. */
export async function postModel(ledger: Ledger, given: ModelResponse, call: Call): Promise<ModelResponse> {
  enterPost(ledger, "post_model_call");
  const emission = await emit(ledger, "post_model_call", () => {
    const { content, tool_calls, finish_reason } = given;
    const response = { content, tool_calls, finish_reason };
    return {
      target: response,
      members: { model: modelOf(call.facts), response, request_id: call.requestId },
      labels: call.labels,
    };
  });
  keepLabels(ledger, [...call.labels, ...labelsOf(emission)]);
  return effective(emission, given) as ModelResponse;
}

const modelOf = ({ id, vendor, params }: ModelFacts) => ({
  id,
  ...(vendor === undefined ? {} : { vendor }),
  ...(params === undefined ? {} : { params }),
});
