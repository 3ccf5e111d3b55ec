/** The scripted agent on the OpenAI Agents SDK, governed. */
import {
  Agent,
  computerTool,
  handoff,
  hostedMcpTool,
  MemorySession,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type StreamEvent,
  tool,
  Usage,
  webSearchTool,
} from "@openai/agents";
import type { AgentHooks, HookSession } from "../../agent-hooks/hook-session";
import type { AnyAgent } from "../../host/frameworks/openai-agents/any-agent";
import { governOpenAiAgent } from "../../host/frameworks/openai-agents/govern-openai-agent";
import type { GovernedRunner } from "../../host/frameworks/openai-agents/governed-runner";
import type { AdapterDriver, DriverInput, DriverRun, EntryPoint, ScriptedReply, ScriptedTool } from "../adapter-driver";
import { packageVersion } from "./package-version";

/** Answers from a script, whole or streamed, and keeps what it was asked. */
export class ScriptedSdkModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #replies: ScriptedReply[];

  constructor(replies: readonly ScriptedReply[]) {
    this.#replies = [...replies];
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.requests.push({ ...request, input: structuredClone(request.input) });
    const reply = this.#replies.shift();
    if (!reply) throw new Error("the script of the model is over");
    return { usage: new Usage(), output: outputOf(reply), responseId: `r-${this.requests.length}` };
  }

  async *getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    const { output, responseId } = await this.getResponse(request);
    yield { type: "response_started" };
    for (const item of output) {
      if (item.type !== "message" || typeof item.content === "string") continue;
      for (const part of item.content) {
        if (part.type === "output_text") yield { type: "output_text_delta", delta: part.text };
      }
    }
    const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
    yield { type: "response_done", response: { id: responseId ?? "", usage, output } } as StreamEvent;
  }
}

function outputOf(reply: ScriptedReply): ModelResponse["output"] {
  if ("text" in reply) {
    const content = [{ type: "output_text" as const, text: reply.text }];
    return [{ type: "message", role: "assistant", status: "completed", content }];
  }
  return reply.calls.map(({ id, name, args }) => ({
    type: "function_call",
    callId: id,
    name,
    status: "completed",
    arguments: JSON.stringify(args),
  }));
}

export const scriptedSdkTool = ({ name, description, parameters, execute }: ScriptedTool, extra: object = {}) =>
  tool({
    name,
    description,
    strict: false,
    parameters: { type: "object", properties: {}, required: [], additionalProperties: true, ...parameters } as never,
    execute: (args) => execute(args as never) as never,
    ...extra,
  });

export interface Built {
  /** For other agents in the same test. */
  readonly hooks: AgentHooks;
  readonly governed: GovernedRunner;
  readonly model: ScriptedSdkModel;
  readonly agent: AnyAgent;
  /** Of the run that was started last. */
  session(): HookSession;
}

/** `shape` changes the agent before it is governed. */
export function buildSdk(
  input: DriverInput,
  shape: (agent: AnyAgent, model: ScriptedSdkModel) => object = (agent) => agent,
): Built {
  const { hooks, sessionId, extensions, tools, replies } = input;
  let last: HookSession | undefined;
  const facts = { id: sessionId, extensions };
  const watched = { ...hooks, session: (own?: object) => (last = hooks.session({ ...facts, ...own })) };
  const model = new ScriptedSdkModel(replies);
  const given = { name: "Agent", instructions: "Help.", model, tools: tools.map((one) => scriptedSdkTool(one)) };
  const agent = new Agent(given as never) as unknown as AnyAgent;
  const session = () => {
    if (!last) throw new Error("no session was opened");
    return last;
  };
  return {
    hooks: watched,
    governed: governOpenAiAgent(watched, shape(agent, model), { tracingDisabled: true }),
    model,
    agent,
    session,
  };
}

/** Runs `call` and tells what came of it. */
export async function observeSdk(built: Built, call: () => Promise<unknown>): Promise<DriverRun> {
  let output: string | null = null;
  let thrown: unknown = null;
  try {
    const { finalOutput } = (await call()) as { finalOutput?: unknown };
    output =
      finalOutput === undefined ? null : typeof finalOutput === "string" ? finalOutput : JSON.stringify(finalOutput);
  } catch (error) {
    thrown = error;
  }
  const modelRequests = built.model.requests.map(({ systemInstructions, input }) =>
    JSON.stringify({ systemInstructions, input }),
  );
  return { output, thrown, modelRequests, session: built.session() };
}

type Way = (built: Built, input: DriverInput) => Promise<unknown>;

const way = (
  name: string,
  governed: EntryPoint["governed"],
  call: Way,
  shape?: Parameters<typeof buildSdk>[1],
): EntryPoint => ({
  name,
  governed,
  async run(input) {
    const built = buildSdk(input, shape);
    return observeSdk(built, () => call(built, input));
  },
});

const run: Way = ({ governed }, { prompt }) => governed.run(prompt);
const withTool = (extra: unknown) => (agent: AnyAgent) => agent.clone({ tools: [extra] as never });

const computer = { environment: "browser", dimensions: [1, 1] } as never;

const entryPoints: readonly EntryPoint[] = [
  way("run(text)", "emits", run),
  way("run(items)", "emits", ({ governed }, { prompt }) => governed.run([{ role: "user", content: prompt }])),
  way("run(text, {stream: true}), read to its end", "emits", async ({ governed }, { prompt }) => {
    const stream = await governed.run(prompt, { stream: true });
    let text = "";
    for await (const piece of stream.toTextStream() as unknown as AsyncIterable<string>) text += piece;
    return { finalOutput: text };
  }),
  way("run(text, {session})", "emits", ({ governed }, { prompt }) =>
    governed.run(prompt, { session: new MemorySession() }),
  ),
  way("run(text, {conversationId})", "refuses", ({ governed }, { prompt }) =>
    governed.run(prompt, { conversationId: "c" }),
  ),
  way("run(text, {previousResponseId})", "refuses", ({ governed }, { prompt }) =>
    governed.run(prompt, { previousResponseId: "r" }),
  ),
  way("run(text, {sandbox})", "refuses", ({ governed }, { prompt }) => governed.run(prompt, { sandbox: {} })),
  way("an agent as a tool", "refuses", run, (agent) =>
    withTool(agent.asTool({ toolName: "t", toolDescription: "d" }))(agent),
  ),
  way("a web search of the service", "refuses", run, withTool(webSearchTool())),
  way(
    "an MCP server of the service",
    "refuses",
    run,
    withTool(hostedMcpTool({ serverLabel: "s", serverUrl: "https://mcp.example" })),
  ),
  way("a computer tool", "refuses", run, withTool(computerTool({ computer }))),
  way("a stored prompt", "refuses", run, (agent) => agent.clone({ prompt: { promptId: "p" } })),
  way("a handoff to an agent with a tool of the service", "refuses", run, (agent) =>
    agent.clone({ handoffs: [handoff(withTool(webSearchTool())(agent) as never)] as never }),
  ),
  way("an agent of another class", "refuses", run, (agent) =>
    Object.setPrototypeOf(agent, class extends Agent {}.prototype),
  ),
];

export const openAiAgentsDriver: AdapterDriver = {
  framework: "openai-agents",
  version: `@openai/agents ${packageVersion("@openai/agents")}`,
  async run(input) {
    const built = buildSdk(input);
    return observeSdk(built, () => built.governed.run(input.prompt));
  },
  entryPoints,
};
