/** Mastra under Agent Hooks: every call of a governed agent runs inside the whole contract, or is refused. */
import type { Agent, AgentConfig } from "@mastra/core/agent";
import type { AgentHooks, SessionFacts } from "../../../agent-hooks/hook-session";
import { inputOf, withInput } from "../asked-input";
import { answerOpenText, refuseEntry, runTurn, type Turn } from "../turn";
import { askedOf, GovernedAgent } from "./governed-agent";
import { REFUSED_CALLS, type RefusedCall } from "./refused-calls";

type Refusing = { readonly [call in RefusedCall]: (...args: unknown[]) => Promise<never> };

export interface GovernedMastra extends Refusing {
  readonly id: string;
  readonly name: string;
  /** As `Agent.generate`. Each call is one session: its facts may be given. */
  generate(
    messages: Parameters<Agent["generate"]>[0],
    options?: Parameters<Agent["generate"]>[1],
    facts?: SessionFacts,
  ): ReturnType<Agent["generate"]>;
  /** As `Agent.stream`. Resolves when the answer is permitted; the streams then replay it. */
  stream(
    messages: Parameters<Agent["stream"]>[0],
    options?: Parameters<Agent["stream"]>[1],
    facts?: SessionFacts,
  ): ReturnType<Agent["stream"]>;
}

/**
 * The one way in: the configuration of an `Agent`, governed. Every call throws `InterceptionBlocked` when it is blocked, and
 * always ends with `agent_shutdown`. A configuration that cannot be governed is refused by each call.
 */
export function governMastra(hooks: AgentHooks, config: AgentConfig): GovernedMastra {
  const refused = REFUSED_CALLS.map((name) => [name, () => refuseEntry(hooks, "agent_startup", `Agent.${name}()`)]);
  const run = (call: Omit<Call, "hooks" | "config">) => governedCall({ hooks, config, ...call });
  return {
    ...(Object.fromEntries(refused) as Refusing),
    id: config.id ?? config.name,
    name: config.name,
    generate: (messages, options, facts) => run({ messages, options, facts, start: generate }) as never,
    stream: (messages, options, facts) => run({ messages, options, facts, start: stream }) as never,
  };
}

interface Call {
  readonly hooks: AgentHooks;
  readonly config: AgentConfig;
  readonly messages: unknown;
  readonly options?: object | undefined;
  readonly facts?: SessionFacts | undefined;
  readonly start: (turn: Turn, governed: GovernedAgent, messages: never) => Promise<unknown>;
}

async function governedCall({ hooks, config, messages, options = {}, facts, start }: Call): Promise<unknown> {
  const asked = await askedOf(config, options);
  const { abortSignal } = options as { abortSignal?: AbortSignal };
  const turnFacts = { tools: Object.keys(asked.tools), input: inputOf(messages), signal: abortSignal };
  return runTurn(hooks.session(facts), turnFacts, async (turn, input) => {
    const governed = await GovernedAgent.build(turn, asked);
    const permitted = withInput(messages, input) ?? (await turn.fail("input", "content: no form of a message"));
    const result = await start(turn, governed, permitted as never);
    abortSignal?.throwIfAborted();
    turn.check();
    await governed.release();
    return result;
  });
}

async function generate(turn: Turn, { agent, options }: GovernedAgent, messages: never): Promise<unknown> {
  const result = await agent.generate(messages, options);
  if (result.error) throw result.error;
  await answerOpenText(turn, result);
  return result;
}

async function stream(turn: Turn, { agent, options }: GovernedAgent, messages: never): Promise<unknown> {
  const result = await agent.stream(messages, options);
  await result.consumeStream();
  turn.check();
  if (result.error) throw result.error;
  await answerOpenText(turn, { text: await result.text });
  return result;
}
