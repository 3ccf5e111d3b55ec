/** The scripted agent on LlamaIndex. */
import { agentStreamEvent } from "@llamaindex/workflow";
import {
  type ChatResponse,
  type ChatResponseChunk,
  FunctionTool,
  type LLMChatParamsNonStreaming,
  type LLMChatParamsStreaming,
  type LLMMetadata,
  ToolCallLLM,
} from "llamaindex";
import type { JsonObject } from "../../core/json/value";
import { type GovernedLlamaIndex, governLlamaIndex } from "../../host/frameworks/llamaindex/govern-llamaindex";
import { REFUSED_CALLS } from "../../host/frameworks/llamaindex/refused-calls";
import type { AdapterDriver, DriverInput, DriverRun, EntryPoint, ScriptedReply, ScriptedTool } from "../adapter-driver";
import { captureSession } from "./captured-session";
import { packageVersion } from "./package-version";

type Way = (agent: GovernedLlamaIndex, input: DriverInput) => Promise<string | null>;

/** Answers from a script; throws when no reply is left. */
export class ScriptedLlm extends ToolCallLLM {
  readonly supportToolCall = true;
  readonly requests: string[] = [];
  readonly metadata: LLMMetadata = {
    model: "scripted",
    temperature: 0,
    topP: 1,
    contextWindow: 100_000,
    tokenizer: undefined,
    structuredOutput: false,
  };
  readonly #replies: readonly ScriptedReply[];

  constructor(replies: readonly ScriptedReply[]) {
    super();
    this.#replies = replies;
  }

  override chat(params: LLMChatParamsStreaming): Promise<AsyncIterable<ChatResponseChunk>>;
  override chat(params: LLMChatParamsNonStreaming): Promise<ChatResponse>;
  override async chat(params: LLMChatParamsStreaming | LLMChatParamsNonStreaming): Promise<never> {
    this.requests.push(JSON.stringify(params.messages));
    const reply = this.#replies[this.requests.length - 1];
    if (!reply) throw new Error("no reply is left");
    const chunks = chunksOf(reply);
    if (params.stream)
      return (async function* () {
        yield* chunks;
      })() as never;
    const response: ChatResponse = {
      message: { role: "assistant", content: chunks.map(({ delta }) => delta).join(""), options: chunks[0]?.options },
      raw: null,
    };
    return response as never;
  }
}

/** In two pieces, so that a reader of pieces would meet the first before the whole is judged. */
function chunksOf(reply: ScriptedReply): ChatResponseChunk[] {
  if ("text" in reply) return [reply.text.slice(0, 4), reply.text.slice(4)].map((delta) => ({ raw: null, delta }));
  const toolCall = reply.calls.map(({ id, name, args }) => ({ id, name, input: JSON.stringify(args) }));
  return [{ raw: null, delta: "", options: { toolCall } }];
}

async function drive(input: DriverInput, way: Way): Promise<DriverRun> {
  const captured = captureSession(input.hooks);
  const llm = new ScriptedLlm(input.replies);
  const agent = governLlamaIndex(captured.hooks, { llm: llm as never, tools: input.tools.map(toolOf) as never });
  const ran = await way(agent, input).then(
    (output) => ({ output, thrown: null }),
    (thrown: unknown) => ({ output: null, thrown }),
  );
  return { ...ran, modelRequests: llm.requests, session: captured.session() };
}

const toolOf = ({ name, description, parameters, execute }: ScriptedTool) =>
  FunctionTool.from((args: JsonObject) => execute(args) as never, { name, description, parameters } as never);

const factsOf = ({ sessionId: id, extensions }: DriverInput) => ({ id, extensions });

const WAYS: Record<string, Way> = {
  "agent.run()": async (agent, input) => String((await agent.run(input.prompt, {}, factsOf(input))).data.result),
  "agent.run() with history": async (agent, input) => {
    const chatHistory = [
      { role: "user" as const, content: "Hello" },
      { role: "assistant" as const, content: "Good day" },
    ];
    const prompt = [{ type: "text" as const, text: input.prompt }];
    return String((await agent.run(prompt, { chatHistory }, factsOf(input))).data.result);
  },
  "agent.runStream()": async (agent, input) => {
    let text = "";
    const stream = await agent.runStream(input.prompt, {}, factsOf(input));
    for (const event of await stream.toArray()) {
      if (agentStreamEvent.include(event)) text += event.data.delta;
    }
    return text;
  },
};

export const llamaIndexDriver: AdapterDriver = {
  framework: "llamaindex",
  version: `llamaindex ${packageVersion("llamaindex")}`,
  run: (input) => drive(input, WAYS["agent.run()"] as Way),
  entryPoints: [
    ...Object.entries(WAYS).map(
      ([name, way]): EntryPoint => ({ name, governed: "emits", run: (input) => drive(input, way) }),
    ),
    ...REFUSED_CALLS.map(
      (name): EntryPoint => ({
        name: `${name}()`,
        governed: "refuses",
        run: (input) => drive(input, (agent) => agent[name]()),
      }),
    ),
  ],
};
