/** One call of the AI SDK inside the contract. */
import type { AgentHooks, SessionFacts } from "../../../agent-hooks/hook-session";
import { inputOf, withInput } from "../asked-input";
import { runTurn, type Turn } from "../turn";
import { GovernedOptions } from "./governed-options";

export interface GovernedCall {
  readonly hooks: AgentHooks;
  /** Of the agent, where the call is one of an agent. */
  readonly settings?: object;
  readonly options: object;
  readonly facts?: SessionFacts | undefined;
  /** Calls the SDK with governed options (and settings). */
  start(options: object, settings: object): unknown;
  /** What is left to be done before the result may leave. */
  finish?(turn: Turn, result: never, signal?: AbortSignal): Promise<void>;
}

interface Known {
  readonly prompt?: unknown;
  readonly messages?: unknown;
  readonly tools?: object;
  readonly abortSignal?: AbortSignal;
}

export function governedCall({ hooks, settings = {}, options, facts, start, finish }: GovernedCall): Promise<unknown> {
  const { abortSignal, prompt, messages } = options as Known;
  const tools = Object.keys((options as Known).tools ?? (settings as Known).tools ?? {});
  const turnFacts = { tools, input: inputOf(prompt ?? messages), signal: abortSignal };
  return runTurn(hooks.session(facts), turnFacts, async (turn, input) => {
    const governed = new GovernedOptions(turn, tools);
    const asked = withInput(prompt ?? messages, input) ?? (await turn.fail("input", "content: no form of a prompt"));
    const signal = abortSignal ? AbortSignal.any([abortSignal, turn.signal]) : turn.signal;
    const given = await governed.govern({
      ...options,
      [prompt === undefined ? "messages" : "prompt"]: asked,
      abortSignal: signal,
    });
    // without one of its own the SDK prints errors, with what they hold
    const result = await start({ onError: () => {}, ...given }, await governed.govern(settings));
    await finish?.(turn, result as never, abortSignal);
    turn.check();
    await governed.release();
    return result;
  });
}
