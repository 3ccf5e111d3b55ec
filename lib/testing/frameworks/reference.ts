/** The scripted agent on the plain loop. */
import type { ModelResponse, StreamPart } from "../../agent-hooks/hook-session";
import type { LoopAgent, LoopTool } from "../../host/frameworks/reference/agent";
import { openConversation } from "../../host/frameworks/reference/conversation";
import { runAgent } from "../../host/frameworks/reference/run-agent";
import type { AdapterDriver, DriverInput, DriverRun, ScriptedReply } from "../adapter-driver";
import { captureSession } from "./captured-session";
import { packageVersion } from "./package-version";

type Way = (hooks: DriverInput["hooks"], agent: LoopAgent, input: DriverInput) => Promise<unknown>;

interface Model {
  readonly requests: string[];
  next(messages: unknown): ModelResponse;
}

function scriptedModel(replies: readonly ScriptedReply[]): Model {
  const requests: string[] = [];
  return {
    requests,
    next(messages) {
      const reply = replies[requests.length];
      requests.push(JSON.stringify(messages));
      if (!reply) throw new Error("no reply is left");
      return "text" in reply
        ? { content: reply.text, tool_calls: [], finish_reason: "stop" }
        : { content: null, tool_calls: reply.calls, finish_reason: "tool_calls" };
    },
  };
}

const toolsOf = ({ tools }: DriverInput): Record<string, LoopTool> =>
  Object.fromEntries(tools.map(({ name, ...tool }) => [name, tool]));

async function* inPieces({ content, ...end }: ModelResponse): AsyncGenerator<StreamPart> {
  const text = typeof content === "string" ? content : "";
  yield { text: text.slice(0, 4) };
  yield { text: text.slice(4) };
  yield { end };
}

type Kind = "at once" | "in pieces";

async function drive(input: DriverInput, way: Way, kind: Kind = "at once"): Promise<DriverRun> {
  const captured = captureSession(input.hooks);
  const model = scriptedModel(input.replies);
  const facts = { model: { id: "scripted" }, tools: toolsOf(input) };
  const agent: LoopAgent =
    kind === "at once"
      ? { ...facts, respond: async ({ messages }) => model.next(messages) }
      : { ...facts, stream: ({ messages }) => inPieces(model.next(messages)) };
  const ran = await way(captured.hooks, agent, input).then(
    (output) => ({ output: typeof output === "string" ? output : null, thrown: null }),
    (thrown: unknown) => ({ output: null, thrown }),
  );
  return { ...ran, modelRequests: model.requests, session: captured.session() };
}

const factsOf = ({ sessionId: id, extensions }: DriverInput) => ({ id, ...(extensions ? { extensions } : {}) });

const plainRun: Way = (hooks, agent, input) =>
  runAgent(hooks, agent, { input: input.prompt, options: { session: factsOf(input) } });

const oneTurn: Way = async (hooks, agent, input) => {
  const conversation = await openConversation(hooks.session(factsOf(input)), agent);
  try {
    return await conversation.turn(input.prompt);
  } finally {
    await conversation.close();
  }
};

const WAYS: readonly (readonly [string, Way, Kind])[] = [
  ["runAgent()", plainRun, "at once"],
  ["runAgent() with a model that streams", plainRun, "in pieces"],
  ["openConversation().turn()", oneTurn, "at once"],
];

export const referenceDriver: AdapterDriver = {
  framework: "reference",
  version: `plain loop ${packageVersion("..")}`,
  run: (input) => drive(input, plainRun),
  entryPoints: WAYS.map(([name, way, kind]) => ({ name, governed: "emits", run: (input) => drive(input, way, kind) })),
};
