/** A model whose every call passes both model points. The complete response is judged before anyone else sees any of it. */
import type { Model, ModelProvider, ModelRequest, ModelResponse, StreamEvent } from "@openai/agents";
import type { ModelFacts } from "../../../agent-hooks/hook-session";
import type { JsonObject } from "../../../core/json/value";
import { plain } from "../plain";
import { showRequest, showResponse, takeRequest, takeResponse, ungovernedItem, withCallIds } from "./items";
import { freshCallId, type RunScope } from "./run-scope";

type Answer = (request: ModelRequest) => Promise<ModelResponse>;

export const governProvider = (provider: ModelProvider, scope: RunScope): ModelProvider => ({
  getModel: async (name) => governModel(await provider.getModel(name), scope, name),
});

export function governModel(model: Model, scope: RunScope, name?: string): Model {
  const id = name || nameOf(model);
  return {
    supportsPromptModelSelection: model.supportsPromptModelSelection,
    getResponse: (request) => judged(scope, { id, request }, (permitted) => model.getResponse(permitted)),
    async *getStreamedResponse(request) {
      const whole = (permitted: ModelRequest) => assembled(scope, model.getStreamedResponse(permitted));
      yield* replayed(await judged(scope, { id, request }, whole));
    },
    ...(model.getRetryAdvice ? { getRetryAdvice: (args) => model.getRetryAdvice?.(args) } : {}),
  };
}

async function judged(scope: RunScope, { id, request }: { id: string; request: ModelRequest }, answer: Answer) {
  const unseen = unseenPart(request);
  if (unseen) await scope.turn.unsupported("pre_model_call", `${unseen}: what the service adds is not in the request`);
  let given: ModelResponse | undefined;
  const response = await scope.turn.model(factsOf(id, request), showRequest(request), async (permitted) => {
    // a model traces its raw response; the names and the times may go
    const quiet = { ...takeRequest(permitted, request), tracing: request.tracing && ("enabled_without_data" as const) };
    given = withCallIds(await answer(quiet), freshCallId);
    const item = ungovernedItem(given);
    if (item !== null) await scope.turn.unsupported("post_model_call", `an item of type ${item}`);
    return showResponse(given);
  });
  const taken = takeResponse(response, given as ModelResponse);
  scope.noteCalls(response.tool_calls);
  return taken;
}

/** Members that providers send along as they are. */
const UNSEEN_DATA = ["conversation", "mcp_servers", "previous_response_id", "prompt", "tools"];

/** A part of a request by which the service adds text or tools of its own, or null. */
function unseenPart({ prompt, conversationId, previousResponseId, modelSettings, tools }: ModelRequest): string | null {
  const member = UNSEEN_DATA.find((name) => modelSettings.providerData?.[name] !== undefined);
  if (member) return `modelSettings.providerData.${member}`;
  if (prompt) return "prompt";
  if (conversationId ?? previousResponseId) return "history";
  return tools.find(({ type }) => type !== "function")?.type ?? null;
}

/** §14: a stream without its end cannot be judged. */
async function assembled(scope: RunScope, stream: AsyncIterable<StreamEvent>): Promise<ModelResponse> {
  let done: ModelResponse | undefined;
  for await (const event of stream) {
    if (event.type !== "response_done") continue;
    const { id, ...response } = event.response;
    done = { ...response, responseId: id } as unknown as ModelResponse;
  }
  return done ?? scope.turn.fail("post_model_call", "response: stream_incomplete");
}

function* replayed({ responseId, ...response }: ModelResponse): Generator<StreamEvent> {
  yield { type: "response_started" };
  for (const item of response.output) {
    if (item.type !== "message" || typeof item.content === "string") continue;
    for (const part of item.content) {
      if (part.type === "output_text") yield { type: "output_text_delta", delta: part.text, itemId: item.id };
    }
  }
  yield { type: "response_done", response: { ...response, id: responseId ?? "" } } as StreamEvent;
}

function factsOf(id: string, { tools, handoffs }: ModelRequest): ModelFacts {
  const functions = tools.filter((tool) => tool.type === "function");
  const shown = functions.map(({ name, description, parameters }) => ({ name, description, schema: parameters }));
  const transfers = handoffs.map(({ toolName, toolDescription }) => ({ name: toolName, description: toolDescription }));
  return { id, vendor: "openai", tools: plain([...shown, ...transfers]) as unknown as JsonObject[] };
}

function nameOf(model: Model): string {
  const { model: own, _model: hidden, name } = model as { model?: unknown; _model?: unknown; name?: unknown };
  const named = [own, hidden, name].find((value) => typeof value === "string" && value !== "");
  return (named as string | undefined) ?? "model";
}
