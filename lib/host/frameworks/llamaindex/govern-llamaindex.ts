/** LlamaIndex under Agent Hooks: every call of a governed agent runs inside the whole contract, or is refused. */
import {
  type AgentResultData,
  agent,
  type SingleAgentParams,
  stopAgentEvent,
  WorkflowStream,
} from "@llamaindex/workflow";
import { CallbackManager, type MessageContent, Settings, type ToolCallLLM } from "llamaindex";
import type { AgentHooks, SessionFacts } from "../../../agent-hooks/hook-session";
import type { JsonValue } from "../../../core/json/value";
import { plain } from "../plain";
import { refuseEntry, runTurn, type Turn } from "../turn";
import { governTool } from "./govern-tool";
import { governLlm } from "./governed-llm";
import { refusedOption, refusedParam } from "./known-options";
import { LlamaRun } from "./llama-run";
import { REFUSED_CALLS, type RefusedCall } from "./refused-calls";

type Events = Parameters<typeof stopAgentEvent.include>[0][];
type Stopped = ReturnType<typeof stopAgentEvent.with>;
type Refusing = { readonly [call in RefusedCall]: (...args: unknown[]) => Promise<never> };

/** Of `AgentWorkflow.run`; `state` and `responseFormat` are refused. */
export type RunOptions = Parameters<ReturnType<typeof agent>["run"]>[1];

export interface GovernedLlamaIndex extends Refusing {
  /** As `AgentWorkflow.run`. Each call is one session: its facts may be given. */
  run(
    userInput: MessageContent,
    options?: RunOptions,
    facts?: SessionFacts,
  ): Promise<{ readonly data: AgentResultData }>;
  /** As `AgentWorkflow.runStream`, but resolves when the answer is permitted; the stream then replays the run's events. */
  runStream(userInput: MessageContent, options?: RunOptions, facts?: SessionFacts): Promise<WorkflowStream>;
}

/**
 * The one way in: the parameters of `agent()`, governed. Every call throws `InterceptionBlocked` when it is blocked, and always
 * ends with `agent_shutdown`.
 */
export function governLlamaIndex(hooks: AgentHooks, params: SingleAgentParams): GovernedLlamaIndex {
  const refused = REFUSED_CALLS.map((name) => [name, () => refuseEntry(hooks, "agent_startup", `${name}()`)]);
  const events = (call: Omit<Call, "hooks" | "params">) => governedEvents({ hooks, params, ...call });
  return {
    ...(Object.fromEntries(refused) as Refusing),
    run: async (userInput, options, facts) => stopped(await events({ userInput, options, facts })),
    runStream: async (userInput, options, facts) =>
      WorkflowStream.fromReadableStream(replay(await events({ userInput, options, facts }))),
  };
}

interface Call {
  readonly hooks: AgentHooks;
  readonly params: SingleAgentParams;
  readonly userInput: MessageContent;
  readonly options?: RunOptions;
  readonly facts?: SessionFacts | undefined;
}

function governedEvents({ hooks, params, userInput, options = {}, facts }: Call): Promise<Events> {
  const tools = (params.tools ?? []).map((tool) => tool.metadata.name);
  return runTurn(hooks.session(facts), { tools, input: plain(userInput) }, async (turn, input) => {
    const refused = refusedParam(params) ?? refusedOption(options);
    if (refused) await turn.unsupported("agent_startup", refused);
    const run = new LlamaRun(turn);
    const workflow = agent({
      ...params,
      llm: governLlm((params.llm ?? Settings.llm) as ToolCallLLM, run) as never,
      tools: (params.tools ?? []).map((tool) => governTool(run, tool as never)),
    });
    const asked = await contentOf(turn, input);
    // observers of the framework would hear of the model and of tools before their verdicts: they hear nothing
    const events = await Settings.withCallbackManager(new CallbackManager(), () =>
      workflow.runStream(asked, options).toArray(),
    );
    run.check();
    return events;
  });
}

async function contentOf(turn: Turn, input: JsonValue): Promise<MessageContent> {
  if (typeof input === "string" || Array.isArray(input)) return input as MessageContent;
  return turn.fail("input", "content: neither text nor parts");
}

function stopped(events: Events): Stopped {
  const last = events.at(-1);
  if (!stopAgentEvent.include(last)) throw new Error("the agent stopped without an answer");
  return last;
}

const replay = (events: Events): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (const event of events) controller.enqueue(event);
      controller.close();
    },
  });
