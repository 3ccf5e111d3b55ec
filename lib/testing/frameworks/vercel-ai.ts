/** The scripted agent on the Vercel AI SDK. */
import { createAgentUIStream, jsonSchema, type ModelMessage, stepCountIs, type ToolSet, tool } from "ai";
import { convertReadableStreamToArray, MockLanguageModelV3 } from "ai/test";
import { governVercelAi } from "../../host/frameworks/vercel-ai/govern-vercel-ai";
import type { AdapterDriver, DriverInput, DriverRun, EntryPoint } from "../adapter-driver";
import { captureSession } from "./captured-session";
import { packageVersion } from "./package-version";
import { scriptedAiModel } from "./scripted-ai-model";

type Governed = ReturnType<typeof governVercelAi<never, ToolSet, never>>;
type Way = (agent: Governed, input: DriverInput) => Promise<string | null>;

const stopWhen = stepCountIs(20);

async function drive(input: DriverInput, way: Way): Promise<DriverRun> {
  const captured = captureSession(input.hooks);
  const script = scriptedAiModel(input.replies, "v3");
  const model = new MockLanguageModelV3({ doGenerate: script.doGenerate, doStream: script.doStream });
  const agent = governVercelAi<never, ToolSet, never>(captured.hooks, { model, tools: toolsOf(input) });
  const ran = await way(agent, input).then(
    (output) => ({ output, thrown: null }),
    (thrown: unknown) => ({ output: null, thrown }),
  );
  return { ...ran, modelRequests: script.requests, session: captured.session() };
}

const toolsOf = ({ tools }: DriverInput): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, parameters, execute }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters as object), execute: (args) => execute(args as never) }),
    ]),
  );

const factsOf = ({ sessionId: id, extensions }: DriverInput) => ({ id, extensions });

const WAYS: Record<string, Way> = {
  "agent.generate()": async (agent, input) => (await agent.generate({ prompt: input.prompt }, factsOf(input))).text,
  "agent.generate() with messages": async (agent, input) => {
    const messages: ModelMessage[] = [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Good day" },
      { role: "user", content: [{ type: "text", text: input.prompt }] },
    ];
    return (await agent.generate({ messages }, factsOf(input))).text;
  },
  "agent.stream()": async (agent, input) => {
    const { textStream } = await agent.stream({ prompt: input.prompt }, factsOf(input));
    return (await convertReadableStreamToArray(textStream)).join("");
  },
  "generateText()": async (agent, input) =>
    (await agent.generateText({ prompt: input.prompt, stopWhen }, factsOf(input))).text,
  "streamText()": async (agent, input) => {
    const { fullStream } = await agent.streamText({ prompt: input.prompt, stopWhen }, factsOf(input));
    const parts = await convertReadableStreamToArray(fullStream);
    return parts.map((part) => (part.type === "text-delta" ? part.text : "")).join("");
  },
  "createAgentUIStream({ agent })": async (agent, { prompt }) => {
    const uiMessages = [{ id: "m", role: "user", parts: [{ type: "text", text: prompt }] }];
    const stream = await createAgentUIStream({ agent: agent as never, uiMessages });
    const chunks = await convertReadableStreamToArray(stream);
    return chunks.map((chunk) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");
  },
};

const refusing = (name: string, call: (agent: Governed) => unknown): EntryPoint => ({
  name,
  governed: "refuses",
  run: (input) => drive(input, async (agent) => String(await call(agent))),
});

export const vercelAiDriver: AdapterDriver = {
  framework: "vercel-ai",
  version: `ai ${packageVersion("ai")}`,
  run: (input) => drive(input, WAYS["agent.generate()"] as Way),
  entryPoints: [
    ...Object.entries(WAYS).map(
      ([name, way]): EntryPoint => ({ name, governed: "emits", run: (input) => drive(input, way) }),
    ),
    refusing("embed()", (agent) => agent.embed()),
    refusing("embedMany()", (agent) => agent.embedMany()),
    refusing("rerank()", (agent) => agent.rerank()),
    refusing("generateImage()", (agent) => agent.generateImage()),
    refusing("experimental_generateImage()", (agent) => agent.experimental_generateImage()),
    refusing("experimental_generateSpeech()", (agent) => agent.experimental_generateSpeech()),
    refusing("experimental_generateVideo()", (agent) => agent.experimental_generateVideo()),
    refusing("experimental_transcribe()", (agent) => agent.experimental_transcribe()),
    refusing("tools.<name>.execute()", (agent) =>
      agent.tools.pay_invoice?.execute?.({}, { toolCallId: "x", messages: [] }),
    ),
    refusing("a callback that changes the answer", (agent) =>
      agent.generateText({ prompt: "x", experimental_transform: [] } as never),
    ),
  ],
};
