/** The Vercel AI SDK under Agent Hooks: every call of a governed object runs inside the whole contract, or is refused. */
import {
  type Agent,
  type AgentCallParameters,
  type AgentStreamParameters,
  type GenerateTextResult,
  generateObject,
  generateText,
  type LanguageModel,
  type OutputInterface,
  type StreamTextResult,
  streamObject,
  streamText,
  ToolLoopAgent,
  type ToolLoopAgentSettings,
  type ToolSet,
} from "ai";
import type { AgentHooks, SessionFacts } from "../../../agent-hooks/hook-session";
import { answerOpenText, refuseEntry } from "../turn";
import { refusingTools } from "./govern-tools";
import { type GovernedCall, governedCall } from "./governed-call";
import { REFUSED_CALLS, type RefusedCall } from "./refused-calls";
import { finishObjectStream, finishTextStream } from "./results";

/** A call's own options; model and tools default to the governed ones, and are governed when given. */
export type CallOptions<T> = T extends unknown ? Omit<T, "model"> & { readonly model?: LanguageModel } : never;

type Refusing = { readonly [call in RefusedCall]: (...args: unknown[]) => Promise<never> };

export interface GovernedVercelAi<C, T extends ToolSet, O extends OutputInterface> extends Agent<C, T, O>, Refusing {
  /** Each call is one session: its facts may be given. */
  generate(options: AgentCallParameters<C, T>, facts?: SessionFacts): Promise<GenerateTextResult<T, O>>;
  /** Resolves when the answer is permitted; the streams then replay it. */
  stream(options: AgentStreamParameters<C, T>, facts?: SessionFacts): Promise<StreamTextResult<T, O>>;
  generateText(
    options: CallOptions<Parameters<typeof generateText<T>>[0]>,
    facts?: SessionFacts,
  ): ReturnType<typeof generateText<T>>;
  streamText(
    options: CallOptions<Parameters<typeof streamText<T>>[0]>,
    facts?: SessionFacts,
  ): Promise<ReturnType<typeof streamText<T>>>;
  generateObject(
    options: CallOptions<Parameters<typeof generateObject>[0]>,
    facts?: SessionFacts,
  ): ReturnType<typeof generateObject>;
  streamObject(
    options: CallOptions<Parameters<typeof streamObject>[0]>,
    facts?: SessionFacts,
  ): Promise<ReturnType<typeof streamObject>>;
}

/**
 * The one way in: the settings of a `ToolLoopAgent`, governed. Every call throws `InterceptionBlocked` when it is blocked, and
 * always ends with `agent_shutdown`.
 */
export function governVercelAi<C = never, T extends ToolSet = Record<never, never>, O extends OutputInterface = never>(
  hooks: AgentHooks,
  settings: ToolLoopAgentSettings<C, T, O>,
): GovernedVercelAi<C, T, O> {
  const { model, tools } = settings;
  const agent = (given: object) => new ToolLoopAgent(given as never);
  const run = (call: Omit<GovernedCall, "hooks">) => governedCall({ hooks, ...call });
  const governed = {
    ...refusals(hooks),
    version: "agent-v1",
    id: settings.id,
    // read by the SDK's helpers for user interfaces; running one of them would be no governed way
    tools: refusingTools(tools ?? {}, (name) => refuseEntry(hooks, "pre_tool_call", `tools.${name}.execute()`)),
    generate: (options: object, facts?: SessionFacts) =>
      run({ settings, options, facts, start: (o, s) => agent(s).generate(o as never), finish: answerOpenText }),
    stream: (options: object, facts?: SessionFacts) =>
      run({ settings, options, facts, start: (o, s) => agent(s).stream(o as never), finish: finishTextStream }),
    generateText: (options: object, facts?: SessionFacts) =>
      run({
        options: { model, tools, ...options },
        facts,
        start: (o) => generateText(o as never),
        finish: answerOpenText,
      }),
    streamText: (options: object, facts?: SessionFacts) =>
      run({
        options: { model, tools, ...options },
        facts,
        start: (o) => streamText(o as never),
        finish: finishTextStream,
      }),
    generateObject: (options: object, facts?: SessionFacts) =>
      run({ options: { model, ...options }, facts, start: (o) => generateObject(o as never) }),
    streamObject: (options: object, facts?: SessionFacts) =>
      run({
        options: { model, ...options },
        facts,
        start: (o) => streamObject(o as never),
        finish: finishObjectStream,
      }),
  };
  return governed as unknown as GovernedVercelAi<C, T, O>;
}

const refusals = (hooks: AgentHooks) =>
  Object.fromEntries(REFUSED_CALLS.map((name) => [name, () => refuseEntry(hooks, "pre_model_call", `${name}()`)]));
