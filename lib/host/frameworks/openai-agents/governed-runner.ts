/** What `governOpenAiAgent` gives: runs of an agent, each one session under the whole contract. */
import { type FunctionTool, type RunConfig, RunContext, Runner, RunState, type Session, tool } from "@openai/agents";
import type { AgentHooks, SessionFacts } from "../../../agent-hooks/hook-session";
import { refuseEntry, runTurn } from "../turn";
import type { AnyAgent } from "./any-agent";
import { GovernedAgents } from "./governed-agents";
import { governModel, governProvider } from "./governed-model";
import { HeldSession } from "./held-session";
import { refusedAgents, refusedConfig, refusedOption } from "./refused-parts";
import { release, type SdkResult } from "./release";
import { heldByService, type RunInput, showInput, type TakenInput, takeInput } from "./run-input";
import { type GovernedResult, GovernedStream, withAnswer } from "./run-result";
import { RunScope } from "./run-scope";
import { toolNames } from "./tool-names";

/** Of `run`, as the SDK takes them, without those that hand history or tools to the service. */
export interface GovernedRunOptions {
  readonly context?: unknown;
  readonly signal?: AbortSignal;
  readonly session?: Session;
  readonly maxTurns?: number | null;
  readonly stream?: boolean;
  readonly [option: string]: unknown;
}

export interface AgentToolOptions {
  readonly toolName: string;
  readonly toolDescription: string;
}

export class GovernedRunner {
  readonly #hooks: AgentHooks;
  readonly #agent: AnyAgent;
  readonly #config: Partial<RunConfig>;

  constructor(hooks: AgentHooks, agent: AnyAgent, config: Partial<RunConfig>) {
    this.#hooks = hooks;
    this.#agent = agent;
    this.#config = config;
  }

  /**
   * One run, or the rest of one that waited (a `RunState`). With `stream: true` it resolves when the answer is permitted, and
   * the stream replays it. Throws `InterceptionBlocked` when it is blocked.
   */
  run(input: RunInput, options: GovernedRunOptions & { stream: true }, facts?: SessionFacts): Promise<GovernedStream>;
  run(
    input: RunInput,
    options?: GovernedRunOptions & { stream?: false },
    facts?: SessionFacts,
  ): Promise<GovernedResult>;
  async run(
    input: RunInput,
    options: GovernedRunOptions = {},
    facts?: SessionFacts,
  ): Promise<GovernedResult | GovernedStream> {
    const refused = this.#refused(input, options);
    if (refused !== null) return refuseEntry(this.#hooks, "agent_startup", `run(): ${refused}`);
    const tools = await toolNames(this.#agent, options.context);
    const told: (() => unknown)[] = [];
    const session = this.#hooks.session(facts);
    const turnFacts = { tools, input: showInput(input), signal: options.signal };
    const result = await runTurn(session, turnFacts, async (turn, permitted) => {
      const taken = takeInput(permitted, input);
      if (taken === undefined) return turn.fail("input", "input.content: not what the runner can take");
      return this.#run(new RunScope(turn, tools), { taken, options, told });
    });
    for (const tell of told) tell();
    return options.stream === true ? new GovernedStream(result) : result;
  }

  /** This agent as a tool of another: each call is a run, and a session, of its own. */
  asTool({ toolName, toolDescription }: AgentToolOptions): FunctionTool<unknown, never, unknown> {
    const parameters = { type: "object", properties: { input: { type: "string" } }, required: ["input"] } as const;
    return tool({
      name: toolName,
      description: toolDescription,
      parameters: { ...parameters, required: ["input"], additionalProperties: false },
      strict: true,
      execute: async (args, _context, details) => {
        const { signal } = details ?? {};
        const { finalOutput, interruptions } = await this.run((args as { input: string }).input, { signal });
        if (interruptions.length > 0) throw new Error("the agent waits for approvals, which nobody can give it here");
        return finalOutput;
      },
    }) as unknown as FunctionTool<unknown, never, unknown>;
  }

  #refused(input: RunInput, options: GovernedRunOptions): string | null {
    const config = refusedConfig(this.#config) ?? refusedOption(options);
    if (config !== null) return `the option ${config}`;
    if (heldByService(input)) return "a run whose history the service holds";
    return refusedAgents(this.#agent);
  }

  async #run(scope: RunScope, { taken, options, told }: Started): Promise<GovernedResult> {
    const { turn } = scope;
    const agents = new GovernedAgents(scope, (agent, event, details) => {
      told.push(() => (agent.emit as (...args: unknown[]) => unknown)(event, ...details));
    });
    const agent = agents.copyOf(this.#agent);
    const held = options.session && new HeldSession(options.session);
    const signal = options.signal ? AbortSignal.any([options.signal, turn.signal]) : turn.signal;
    const input = taken instanceof RunState ? await rebound(taken, agent, options.context) : taken;
    const running = { ...options, session: held, signal };
    const sdk: unknown = await this.#runner(scope).run(agent as never, input as never, running as never);
    if (options.stream === true) await drained(sdk as Streamed);
    turn.check();
    const { result, rewritten } = await release(turn, sdk as SdkResult, agents);
    if (rewritten !== undefined) told.splice(0);
    await held?.release((items) => (rewritten === undefined ? items : withAnswer(items, rewritten)));
    return result;
  }

  #runner(scope: RunScope): Runner {
    const { model, modelProvider = new Runner({}).config.modelProvider } = this.#config;
    return new Runner({
      ...this.#config,
      model: typeof model === "object" ? governModel(model, scope) : model,
      modelProvider: governProvider(modelProvider, scope),
    });
  }
}

interface Started {
  readonly taken: TakenInput;
  readonly options: GovernedRunOptions;
  /** What listeners are told once the answer is permitted. */
  readonly told: (() => unknown)[];
}

/** The same state on the agents of this run: those of the run that it comes from are closed. */
function rebound(state: RunState<never, never>, agent: AnyAgent, given: unknown): Promise<unknown> {
  const context = given instanceof RunContext ? given : state._context;
  return RunState.fromStringWithContext(agent as never, state.toString(), context as never);
}

interface Streamed extends AsyncIterable<unknown> {
  readonly completed: Promise<void>;
}

async function drained(stream: Streamed): Promise<void> {
  for await (const _event of stream) {
    // nothing leaves before the answer is permitted
  }
  await stream.completed;
}
