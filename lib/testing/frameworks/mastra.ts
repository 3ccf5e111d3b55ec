/** The scripted agent on Mastra. */
import { createTool } from "@mastra/core/tools";
import { MockLanguageModelV2 } from "ai5/test";
import { z } from "zod";
import type { JsonObject } from "../../core/json/value";
import { type GovernedMastra, governMastra } from "../../host/frameworks/mastra/govern-mastra";
import { REFUSED_CALLS } from "../../host/frameworks/mastra/refused-calls";
import type { AdapterDriver, DriverInput, DriverRun, EntryPoint, ScriptedTool } from "../adapter-driver";
import { captureSession } from "./captured-session";
import { packageVersion } from "./package-version";
import { scriptedAiModel } from "./scripted-ai-model";

type Way = (agent: GovernedMastra, input: DriverInput) => Promise<string | null>;

async function drive(input: DriverInput, way: Way): Promise<DriverRun> {
  const captured = captureSession(input.hooks);
  const script = scriptedAiModel(input.replies, "v2");
  const agent = governMastra(captured.hooks, {
    name: "scripted",
    instructions: "Do what you are asked.",
    // the framework's own retries wait for seconds
    defaultVNextStreamOptions: { modelSettings: { maxRetries: 0 } },
    model: new MockLanguageModelV2({ doGenerate: script.doGenerate, doStream: script.doStream }),
    tools: Object.fromEntries(input.tools.map((tool) => [tool.name, toolOf(tool)])),
  });
  const ran = await way(agent, input).then(
    (output) => ({ output, thrown: null }),
    (thrown: unknown) => ({ output: null, thrown }),
  );
  return { ...ran, modelRequests: script.requests, session: captured.session() };
}

const toolOf = ({ name, description, parameters, execute }: ScriptedTool) =>
  createTool({
    id: name,
    description,
    inputSchema: z.fromJSONSchema(parameters as never) as never,
    execute: async ({ context }: { context: unknown }) => execute(context as JsonObject),
  });

const factsOf = ({ sessionId: id, extensions }: DriverInput) => ({ id, extensions });

async function read(stream: ReadableStream<unknown>): Promise<string> {
  let text = "";
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const chunk = next.value as string | { type: string; payload?: { text?: string } };
    if (typeof chunk === "string") text += chunk;
    else if (chunk.type === "text-delta") text += chunk.payload?.text ?? "";
  }
  return text;
}

const WAYS: Record<string, Way> = {
  "Agent.generate()": async (agent, input) => (await agent.generate(input.prompt, {}, factsOf(input))).text,
  "Agent.generate() with messages": async (agent, input) => {
    const messages = [
      { role: "user" as const, content: "Hello" },
      { role: "assistant" as const, content: "Good day" },
      { role: "user" as const, content: input.prompt },
    ];
    return (await agent.generate(messages, {}, factsOf(input))).text;
  },
  "Agent.stream().textStream": async (agent, input) =>
    read((await agent.stream(input.prompt, {}, factsOf(input))).textStream as never),
  "Agent.stream().fullStream": async (agent, input) =>
    read((await agent.stream(input.prompt, {}, factsOf(input))).fullStream as never),
};

export const mastraDriver: AdapterDriver = {
  framework: "mastra",
  version: `@mastra/core ${packageVersion("@mastra/core")}`,
  run: (input) => drive(input, WAYS["Agent.generate()"] as Way),
  entryPoints: [
    ...Object.entries(WAYS).map(
      ([name, way]): EntryPoint => ({ name, governed: "emits", run: (input) => drive(input, way) }),
    ),
    ...REFUSED_CALLS.map(
      (name): EntryPoint => ({
        name: `Agent.${name}()`,
        governed: "refuses",
        run: (input) => drive(input, (agent) => agent[name]()),
      }),
    ),
  ],
};
