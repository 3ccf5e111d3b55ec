/**
 * A language model of the AI SDK under the contract: both model points around each call and, because a response without
 * tool calls is the answer, the output point before anyone sees it: not the framework's steps, callbacks, memory or streams.
 */
import type { ModelFacts } from "../../agent-hooks/hook-session";
import type { JsonObject } from "../../core/json/value";
import { messagesToPrompt, promptToMessage, toPlain } from "./ai-messages";
import type { AiCall, AiModel, AiPart, AiResult } from "./ai-model-types";
import { isProviderExecuted, toModelResponse, withResponse } from "./ai-response";
import { assemble, replay } from "./ai-stream";
import type { Turn } from "./turn";

/** The model to give to the framework for this run. A kept one refuses when the run is over. */
export function governAiModel(model: AiModel, turn: Turn): AiModel {
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    // a getter, because some models need their own `this` and some make a promise of it
    get supportedUrls() {
      return model.supportedUrls;
    },
    doGenerate: (call) =>
      judged({ model, turn, call }, async (sent) => {
        const result = await model.doGenerate(sent);
        // what Mastra resolves a model to answers with a stream here too
        return "stream" in result ? assemble(result.stream as ReadableStream<AiPart>) : result;
      }),
    async doStream(call) {
      let request: unknown;
      const result = await judged({ model, turn, call }, async (sent) => {
        const started = await model.doStream(withoutRawChunks(sent));
        request = started.request;
        return assemble(started.stream);
      });
      return { stream: replay(result), ...(request === undefined ? {} : { request }) };
    },
  };
}

interface Judged {
  readonly model: AiModel;
  readonly turn: Turn;
  readonly call: AiCall;
}

async function judged({ model, turn, call }: Judged, send: (call: AiCall) => Promise<AiResult>): Promise<AiResult> {
  turn.check();
  if (asksProviderForTools(call)) return turn.unsupported("pre_model_call", "a tool that the provider runs");
  let result: AiResult | null = null;
  const permitted = await turn.model(factsOf(model, call), call.prompt.map(promptToMessage), async (messages) => {
    const prompt = await sayable(turn, "pre_model_call", () => messagesToPrompt(messages, call.prompt));
    result = await send({ ...call, prompt });
    if (result.content.some(isProviderExecuted)) {
      await turn.unsupported("pre_tool_call", "a tool that the provider ran");
    }
    return toModelResponse(result);
  });
  const received = result ?? (await turn.fail("post_model_call", "the model was not called"));
  if (permitted.tool_calls.length > 0) {
    return sayable(turn, "post_model_call", () => withResponse(received, permitted));
  }
  const content = await turn.answer(permitted.content);
  return sayable(turn, "output", () => withResponse(received, { ...permitted, content }));
}

/** A rewrite that the framework's own form cannot hold is no rewrite: nothing happens. */
async function sayable<T>(turn: Turn, point: "pre_model_call" | "post_model_call" | "output", make: () => T) {
  try {
    return make();
  } catch (thrown) {
    return turn.fail(point, thrown instanceof TypeError ? thrown.message : "the rewrite cannot be expressed");
  }
}

/** Settings of well-known providers by which they run tools of their own; others show in the response, which is then refused. */
const PROVIDER_TOOLS = ["container", "mcpServers", "plugins", "searchParameters", "useSearchGrounding", "webSearch"];

function asksProviderForTools({ prompt, tools, providerOptions }: AiCall): boolean {
  if (tools?.some((tool) => tool.type !== "function")) return true;
  if (prompt.some(({ content }) => Array.isArray(content) && content.some(isApprovalForProvider))) return true;
  return Object.values(providerOptions ?? {}).some((options) => PROVIDER_TOOLS.some((name) => Object(options)[name]));
}

/** Answers about tools of our own stay with the SDK; one that is sent lets the provider run something. */
const isApprovalForProvider = (part: AiPart) => part.type === "tool-approval-response";

const PARAMS = [
  "maxOutputTokens",
  "temperature",
  "stopSequences",
  "topP",
  "topK",
  "presencePenalty",
  "frequencyPenalty",
  "responseFormat",
  "seed",
  "toolChoice",
];

function factsOf(model: AiModel, call: AiCall): ModelFacts {
  const params = PARAMS.flatMap((name) => (call[name] === undefined ? [] : [[name, toPlain(call[name])]]));
  const tools = call.tools?.map(({ name, description, inputSchema }) =>
    toPlain({ name, description, schema: inputSchema }),
  );
  return {
    id: model.modelId,
    vendor: model.provider,
    params: Object.fromEntries(params),
    ...(tools ? { tools: tools as JsonObject[] } : {}),
  };
}

/** Raw chunks repeat the response beside the verdict, so they are not asked for. */
const withoutRawChunks = (call: AiCall): AiCall => ({ ...call, includeRawChunks: false });
