/** What `governAgent` gives: the calls of an agent, each one session under the whole contract. */

import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { IterableReadableStream } from "@langchain/core/utils/stream";
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph";
import type { ReactAgent } from "langchain";
import type { AgentHooks, SessionFacts } from "../../../agent-hooks/hook-session";
import { refuseEntry, runTurn, type Turn } from "../turn";
import type { AgentConfig } from "./agent-config";
import { type HeldCallbacks, handlersOf, holdCallbacks } from "./held-callbacks";
import { release } from "./release";
import { type Runs, TICKET } from "./runs";
import { openStream, refusedStream, releaseChunks } from "./stream-chunks";
import { type AgentInput, readInput, refusedInput } from "./turn-input";
import type { AgentState } from "./turn-output";

export interface GovernedParts {
  readonly hooks: AgentHooks;
  readonly runs: Runs;
  /** Null where nothing may run. */
  readonly inner: ReactAgent | null;
  readonly refused: string | null;
  readonly tools: readonly string[];
  /** Observers of every run. */
  readonly callbacks?: readonly unknown[];
}

interface Running {
  readonly input: AgentInput;
  readonly config: AgentConfig;
  /** The answer to hand out for the final state. */
  release(state: AgentState): Promise<AgentState>;
}

interface Call {
  readonly entry: string;
  readonly input: AgentInput;
  readonly config: AgentConfig;
  readonly facts?: SessionFacts;
}

export class GovernedAgent {
  readonly #parts: GovernedParts;

  constructor(parts: GovernedParts) {
    this.#parts = parts;
  }

  /** One turn, or the rest of one that waits (`new Command({resume})`, `null`). Throws `InterceptionBlocked` when it is blocked. */
  invoke(input: AgentInput, config: AgentConfig = {}, facts?: SessionFacts): Promise<AgentState> {
    return this.#run({ entry: "invoke()", input, config, facts }, async (running) => {
      const state = await this.#agent.invoke(running.input as never, running.config as never);
      return running.release(state as AgentState);
    });
  }

  /**
   * Resolves when the answer is permitted; the stream then replays the run. Modes `values`, `updates` and `messages`;
   * an answer that its verdict rewrote comes alone.
   */
  async stream(
    input: AgentInput,
    config: AgentConfig = {},
    facts?: SessionFacts,
  ): Promise<IterableReadableStream<unknown>> {
    const refused = refusedStream(config);
    if (refused !== null) return refuseEntry(this.#parts.hooks, "output", `stream(): ${refused}`);
    const chunks = await this.#run({ entry: "stream()", input, config, facts }, async (running) => {
      const { chunks, state } = await openStream(this.#agent, running);
      const released = await running.release(state);
      return releaseChunks({ chunks, config, isRewritten: released !== state, state: released });
    });
    return IterableReadableStream.fromAsyncGenerator(replay(chunks));
  }

  /** Refused: events tell of model and tools before their verdicts. */
  streamEvents(..._given: unknown[]): Promise<never> {
    return refuseEntry(this.#parts.hooks, "output", "streamEvents()");
  }

  /** Refused: state from outside would enter past `input`. */
  updateState(..._given: unknown[]): Promise<never> {
    return refuseEntry(this.#parts.hooks, "input", "updateState()");
  }

  /** The same agent with defaults for every call. */
  withConfig(config: AgentConfig): GovernedAgent {
    const { inner, callbacks = [] } = this.#parts;
    const { callbacks: added, ...rest } = config;
    return new GovernedAgent({
      ...this.#parts,
      inner: inner === null ? null : inner.withConfig(rest as never),
      callbacks: [...callbacks, ...handlersOf(added)],
    });
  }

  /** The state of a thread, such as one that waits. An answer that was withheld or rewritten is not in it. */
  getState(config: AgentConfig, options?: object): Promise<unknown> {
    return this.#agent.getState(config as never, options as never) as unknown as Promise<unknown>;
  }

  drawMermaid(params?: object): Promise<string> {
    return this.#agent.drawMermaid(params);
  }

  drawMermaidPng(params?: object): Promise<Uint8Array> {
    return this.#agent.drawMermaidPng(params);
  }

  get checkpointer(): BaseCheckpointSaver | boolean | undefined {
    return this.#agent.checkpointer;
  }

  set checkpointer(value: BaseCheckpointSaver | boolean | undefined) {
    this.#agent.checkpointer = value;
  }

  get store(): BaseStore | undefined {
    return this.#agent.store;
  }

  set store(value: BaseStore | undefined) {
    this.#agent.store = value;
  }

  get #agent(): ReactAgent {
    const { inner, refused } = this.#parts;
    if (inner === null) throw new TypeError(`not governed: ${refused}`);
    return inner;
  }

  async #run<T>({ entry, input, config, facts }: Call, body: (running: Running) => Promise<T>): Promise<T> {
    const { hooks, refused: part, tools, callbacks = [] } = this.#parts;
    if (part !== null) return refuseEntry(hooks, "agent_startup", `${entry}: ${part}`);
    const way = refusedInput(input);
    if (way !== null) return refuseEntry(hooks, "input", `${entry}: ${way}`);
    const read = readInput(input);
    const held = holdCallbacks([...callbacks, ...handlersOf(config.callbacks)]);
    const session = hooks.session(facts);
    const result = await runTurn(
      session,
      { tools, input: read.content, signal: config.signal },
      async (turn, permitted) => {
        const taken = read.take(permitted);
        if (taken === undefined) return turn.fail("input", "input.content: not what the graph can take");
        return this.#inGraph({ turn, held }, config, (running) => body({ ...running, input: taken }));
      },
    );
    await held.replay();
    return result;
  }

  async #inGraph<T>(
    { turn, held }: { readonly turn: Turn; readonly held: HeldCallbacks },
    given: AgentConfig,
    body: (running: Omit<Running, "input">) => Promise<T>,
  ): Promise<T> {
    const { ticket, close } = this.#parts.runs.open(turn, this.#parts.tools);
    const configurable = { ...detached(given.configurable), [TICKET]: ticket };
    const signal = given.signal ? AbortSignal.any([given.signal, turn.signal]) : turn.signal;
    const config = { ...given, configurable, signal, callbacks: held.handlers };
    const releaseState = async (state: AgentState) => {
      const released = await release({ agent: this.#agent, config, turn }, state ?? { messages: [] });
      if (released !== state) held.drop();
      return released;
    };
    try {
      // a graph around this one would take over its streams and callbacks
      const alone = () => body({ config, release: releaseState });
      return await AsyncLocalStorageProviderSingleton.runWithConfig({}, alone, true);
    } finally {
      close();
    }
  }
}

/** Without what a graph around this one hands down to the parts of itself, such as its stream. */
function detached(configurable: AgentConfig["configurable"] = {}): AgentConfig["configurable"] {
  const entries = Object.entries(configurable);
  if (!entries.some(([name]) => name.startsWith("__pregel"))) return configurable;
  return Object.fromEntries(entries.filter(([name]) => !/^(__pregel|checkpoint_)/.test(name)));
}

async function* replay(chunks: readonly unknown[]): AsyncGenerator<unknown> {
  yield* chunks;
}
