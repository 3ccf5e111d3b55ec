/** The scripted agent on LangChain's createAgent, governed. */
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import type { AgentHooks, HookSession } from "../../agent-hooks/hook-session";
import { governAgent } from "../../host/frameworks/langgraph/govern-agent";
import type { GovernedAgent } from "../../host/frameworks/langgraph/governed-agent";
import type { AgentState } from "../../host/frameworks/langgraph/turn-output";
import type { AdapterDriver, DriverInput, DriverRun, EntryPoint, ScriptedReply, ScriptedTool } from "../adapter-driver";
import { packageVersion } from "./package-version";

export function scriptedModel(replies: readonly ScriptedReply[]) {
  const model = fakeModel();
  for (const reply of replies) {
    const calls = "calls" in reply ? reply.calls.map((call) => ({ ...call, type: "tool_call" as const })) : [];
    model.respond(new AIMessage({ content: "text" in reply ? reply.text : "", tool_calls: calls as never }));
  }
  return model;
}

export const scriptedTool = ({ name, description, parameters, execute }: ScriptedTool) =>
  tool(async (args) => execute(args as never), { name, description, schema: parameters as never });

export interface Built {
  /** For other agents in the same test. */
  readonly hooks: AgentHooks;
  readonly agent: GovernedAgent;
  readonly model: ReturnType<typeof scriptedModel>;
  /** Of the run that was started last. */
  session(): HookSession;
}

type Params = Parameters<typeof governAgent>[1];

export function build(
  { hooks, sessionId, extensions, tools, replies }: DriverInput,
  extra: Partial<Params> = {},
): Built {
  const { watched, session } = watch(hooks);
  const model = scriptedModel(replies);
  const facts = { id: sessionId, extensions };
  const own = withFacts(watched, facts);
  const agent = governAgent(own, { model, tools: tools.map(scriptedTool), ...extra });
  return { hooks: own, agent, model, session };
}

/** Every session gets the facts of the test, and the last one can be asked for. */
function watch(hooks: AgentHooks): { watched: AgentHooks; session(): HookSession } {
  let last: HookSession | undefined;
  const watched = { ...hooks, session: (facts?: object) => (last = hooks.session(facts)) };
  return {
    watched,
    session: () => {
      if (!last) throw new Error("no session was opened");
      return last;
    },
  };
}

const withFacts = (hooks: AgentHooks, facts: object): AgentHooks => ({
  ...hooks,
  session: (own) => hooks.session({ ...facts, ...own }),
});

/** Runs `call` and tells what came of it. */
export async function observe(built: Built, call: () => Promise<unknown>): Promise<DriverRun> {
  let output: string | null = null;
  let thrown: unknown = null;
  try {
    output = textOf(await call());
  } catch (error) {
    thrown = error;
  }
  const requests = built.model.calls.map(({ messages }) => JSON.stringify(messages.map(shown)));
  return { output, thrown, modelRequests: requests, session: built.session() };
}

const shown = (message: BaseMessage) => ({ type: message.type, content: message.content, calls: callsOf(message) });
const callsOf = (message: BaseMessage) => (AIMessage.isInstance(message) ? (message.tool_calls ?? []) : []);

function textOf(result: unknown): string | null {
  const content = (result as AgentState | undefined)?.messages?.at(-1)?.content;
  if (content === undefined) return typeof result === "string" ? result : null;
  return typeof content === "string" ? content : JSON.stringify(content);
}

export const asked = (prompt: string) => ({ messages: [new HumanMessage(prompt)] });

/** The last chunk of a stream, in its own mode. */
async function lastChunk(stream: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const chunk of stream) last = chunk;
  return last;
}

type Way = (built: Built, input: DriverInput) => Promise<unknown>;

const way = (name: string, governed: EntryPoint["governed"], call: Way, extra: Partial<Params> = {}): EntryPoint => ({
  name,
  governed,
  async run(input) {
    const built = build(input, extra);
    return observe(built, () => call(built, input));
  },
});

const threaded = { configurable: { thread_id: "t-1" } };

/** Something built before the guard could be put into it. */
const built = (name: string, make: (input: DriverInput) => object): EntryPoint => ({
  name,
  governed: "refuses",
  async run(input) {
    const { watched, session } = watch(input.hooks);
    const model = scriptedModel(input.replies);
    const agent = governAgent(withFacts(watched, { id: input.sessionId }), make(input) as never);
    return observe({ hooks: watched, agent, model, session }, () => agent.invoke(asked(input.prompt)));
  },
});

function plainGraph({ tools }: DriverInput) {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("tools", new ToolNode(tools.map(scriptedTool)))
    .addEdge(START, "tools")
    .addEdge("tools", END);
  return graph.compile();
}

const entryPoints: readonly EntryPoint[] = [
  way("agent.invoke()", "emits", ({ agent }, { prompt }) => agent.invoke(asked(prompt))),
  way("agent.withConfig().invoke()", "emits", ({ agent }, { prompt }) =>
    agent.withConfig({ tags: ["t"] }).invoke(asked(prompt)),
  ),
  way("agent.stream() of values", "emits", async ({ agent }, { prompt }) =>
    lastChunk(await agent.stream(asked(prompt), { streamMode: "values" })),
  ),
  way("agent.stream() of updates", "emits", async ({ agent }, { prompt }) =>
    Object.values((await lastChunk(await agent.stream(asked(prompt)))) as object).at(-1),
  ),
  way("agent.stream() of messages", "emits", async ({ agent }, { prompt }) => {
    const chunk = (await lastChunk(await agent.stream(asked(prompt), { streamMode: "messages" }))) as [BaseMessage];
    return { messages: chunk.slice(0, 1) };
  }),
  way("agent.invoke() in version v1", "emits", ({ agent }, { prompt }) => agent.invoke(asked(prompt)), {
    version: "v1",
  }),
  way("agent.invoke() on a thread", "emits", ({ agent }, { prompt }) => agent.invoke(asked(prompt), threaded), {
    checkpointer: new MemorySaver(),
  }),
  way("agent.stream() of custom events", "refuses", ({ agent }, { prompt }) =>
    agent.stream(asked(prompt), { streamMode: "custom" }),
  ),
  way("agent.streamEvents()", "refuses", ({ agent }, { prompt }) =>
    agent.streamEvents(asked(prompt), { version: "v3" }),
  ),
  way("agent.updateState()", "refuses", ({ agent }, { prompt }) => agent.updateState(threaded, asked(prompt))),
  way("agent.invoke(Command.goto)", "refuses", ({ agent }) => agent.invoke(new Command({ goto: "tools" }))),
  way("agent.invoke(Command.update)", "refuses", ({ agent }, { prompt }) =>
    agent.invoke(new Command({ update: asked(prompt) })),
  ),
  way("a tool of the provider", "refuses", ({ agent }, { prompt }) => agent.invoke(asked(prompt)), {
    tools: [{ type: "web_search" }],
  }),
  built("a compiled StateGraph", plainGraph),
  built("a ToolNode", ({ tools }) => new ToolNode(tools.map(scriptedTool))),
];

export const langgraphDriver: AdapterDriver = {
  framework: "langgraph",
  version: `langchain ${packageVersion("langchain")}`,
  async run(input) {
    const built = build(input);
    return observe(built, () => built.agent.invoke(asked(input.prompt)));
  },
  entryPoints,
};
