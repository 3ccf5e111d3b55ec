/** An LLM of LlamaIndex under both model points; its answer passes the output point before the framework sees it. */
import type {
  BaseTool,
  ChatResponse,
  ChatResponseChunk,
  LLMChatParamsNonStreaming,
  LLMChatParamsStreaming,
  ToolCallLLM,
} from "llamaindex";
import type { ModelFacts, ModelResponse } from "../../../agent-hooks/hook-session";
import type { JsonObject } from "../../../core/json/value";
import { plain } from "../plain";
import { assembled, toChatMessages, toChunk, toMessages, toModelResponse } from "./chat-messages";
import type { LlamaRun } from "./llama-run";

type Params = LLMChatParamsStreaming | LLMChatParamsNonStreaming;

/**
 * Never throws from `chat`: the framework would leave the rejection unhandled, which ends the process, and the run would
 * never end. It answers with a last text, and `run.check()` throws afterwards.
 */
export function governLlm(llm: ToolCallLLM, run: LlamaRun): ToolCallLLM {
  const chat = async (params: Params): Promise<ChatResponse | AsyncIterable<ChatResponseChunk>> => {
    const chunk = await answered(llm, run, params);
    if (params.stream) return once(chunk);
    return { message: { role: "assistant", content: chunk.delta, options: chunk.options }, raw: null };
  };
  const refuse = (name: string) => () => run.turn.unsupported("pre_model_call", `llm.${name}()`);
  return {
    supportToolCall: true,
    get metadata() {
      return llm.metadata;
    },
    chat,
    complete: refuse("complete"),
    exec: refuse("exec"),
    streamExec: refuse("streamExec"),
  } as unknown as ToolCallLLM;
}

async function answered(llm: ToolCallLLM, run: LlamaRun, params: Params): Promise<ChatResponseChunk> {
  try {
    if (run.failed) run.check();
    const response = await judged(llm, run, params);
    const unknown = response.tool_calls.find(({ name }) => !params.tools?.some((tool) => tool.metadata.name === name));
    // the framework throws here, where nobody can catch it
    if (unknown) throw new Error("the model asked for a tool that the agent does not have");
    const chunk = toChunk(response);
    run.expect(response);
    return chunk;
  } catch (thrown) {
    run.fail(thrown);
    return { raw: null, delta: "The run was ended.", options: {} };
  }
}

async function judged(llm: ToolCallLLM, run: LlamaRun, params: Params): Promise<ModelResponse> {
  const permitted = await run.turn.model(factsOf(llm, params), toMessages(params.messages), async (messages) => {
    const sent = { ...params, messages: toChatMessages(messages) };
    return params.stream
      ? assembled(await llm.chat(sent as LLMChatParamsStreaming))
      : toModelResponse(await llm.chat(sent as LLMChatParamsNonStreaming));
  });
  if (permitted.tool_calls.length > 0) return permitted;
  return { ...permitted, content: await run.turn.answer(permitted.content) };
}

function factsOf({ metadata }: ToolCallLLM, { tools }: Params): ModelFacts {
  const { model, temperature, topP, maxTokens } = metadata;
  return {
    id: model,
    params: plain({ temperature, topP, maxTokens }) as JsonObject,
    ...(tools ? { tools: tools.map(toolFacts) } : {}),
  };
}

const toolFacts = ({ metadata: { name, description, parameters } }: BaseTool): JsonObject =>
  plain({ name, description, schema: parameters }) as JsonObject;

async function* once(chunk: ChatResponseChunk): AsyncIterable<ChatResponseChunk> {
  yield chunk;
}
