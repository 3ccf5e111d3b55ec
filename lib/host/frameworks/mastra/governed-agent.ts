/** A Mastra agent of one run, whose model and tools are governed; nobody but the run gets hold of it. */
import { Agent, type AgentConfig } from "@mastra/core/agent";
import { noopLogger } from "@mastra/core/logger";
import { RuntimeContext } from "@mastra/core/runtime-context";
import { governAiModel } from "../ai-model";
import type { AiModel } from "../ai-model-types";
import { HeldCallbacks } from "../held-callbacks";
import type { Turn } from "../turn";
import { governTool, refusedTool } from "./govern-tools";
import { CONFIG, HELD, PASSED, REFUSED_CONFIG, refusedMember } from "./known-options";

type Tools = Readonly<Record<string, object>>;
type Loose = Readonly<Record<string, unknown>>;
type Model = AgentConfig["model"];

/** A run's options with the agent's defaults under them, and its tools as they are now. */
export interface Asked {
  readonly config: AgentConfig;
  readonly options: Loose;
  readonly context: RuntimeContext;
  readonly tools: Tools;
}

/** Resolves what the configuration leaves to functions. */
export async function askedOf(config: AgentConfig, given: object): Promise<Asked> {
  const context = (given as { runtimeContext?: RuntimeContext }).runtimeContext ?? new RuntimeContext();
  const resolve = async (value: unknown) =>
    typeof value === "function" ? value({ runtimeContext: context, mastra: config.mastra }) : value;
  const defaults = await resolve(config.defaultVNextStreamOptions);
  const options = { ...defaults, ...given, runtimeContext: context };
  return { config, options, context, tools: { ...(await resolve(config.tools)), ...flat(options.toolsets) } };
}

/** What Mastra calls a tool set: tools by name, by set. They join the agent's own. */
const flat = (toolsets: unknown): Tools => Object.assign({}, ...Object.values((toolsets ?? {}) as object));

export class GovernedAgent {
  readonly agent: Agent;
  readonly options: Loose;
  readonly #callbacks: HeldCallbacks;

  private constructor(agent: Agent, options: Loose, callbacks: HeldCallbacks) {
    this.agent = agent;
    this.options = options;
    this.#callbacks = callbacks;
  }

  /** Throws the refusal of the first thing that cannot be governed. */
  static async build(turn: Turn, asked: Asked): Promise<GovernedAgent> {
    const refused = refusalOf(asked);
    if (refused) await turn.unsupported("agent_startup", refused);
    const { config, options, tools } = asked;
    const model = await governModels(turn, asked);
    const governed = Object.entries(tools).map(([name, tool]) => [name, governTool(turn, name, tool)]);
    const { defaultVNextStreamOptions: _, ...rest } = config;
    const agent = new Agent({ ...rest, model, tools: Object.fromEntries(governed) } as AgentConfig);
    // the logger of last resort prints arguments and errors, and what failed is thrown anyway
    if (!config.mastra) agent.__setLogger(noopLogger);
    const callbacks = new HeldCallbacks();
    return new GovernedAgent(agent, optionsOf(turn, options, callbacks), callbacks);
  }

  /** The answer is permitted: the observers may see it. */
  release(): Promise<void> {
    return this.#callbacks.release();
  }
}

function refusalOf({ config, options, tools }: Asked): string | null {
  const member = refusedMember(config, CONFIG);
  if (member) return `${member}: ${REFUSED_CONFIG[member] ?? "not known"}`;
  const option = refusedMember(options, [...PASSED, ...HELD]);
  if (option) return `the option ${option}`;
  const { model, ...structured } = (options.structuredOutput ?? {}) as Loose;
  if (model) return "structuredOutput.model: it is called beside the points";
  if (structured.errorStrategy === "fallback")
    return "structuredOutput.errorStrategy: the fallback is no answer of the model";
  return (
    Object.values(tools)
      .map(refusedTool)
      .find((reason) => reason !== null) ?? null
  );
}

function optionsOf(turn: Turn, options: Loose, callbacks: HeldCallbacks): Loose {
  const held = HELD.filter((name) => options[name]).map((name) => [name, callbacks.hold(options[name])]);
  const { abortSignal, prepareStep } = options as { abortSignal?: AbortSignal; prepareStep?: Prepare };
  return {
    ...options,
    ...Object.fromEntries(held),
    toolsets: undefined,
    abortSignal: abortSignal ? AbortSignal.any([abortSignal, turn.signal]) : turn.signal,
    ...(prepareStep ? { prepareStep: preparing(turn, prepareStep) } : {}),
  };
}

type Prepare = (given: unknown) => unknown;

/** A step may change its messages and settings; another model or other tools are refused. */
const preparing =
  (turn: Turn, prepareStep: Prepare): Prepare =>
  async (given) => {
    const prepared = (await prepareStep(given)) as Loose | undefined;
    if (prepared?.model || prepared?.tools)
      await turn.unsupported("pre_model_call", "a step with its own model or tools");
    return prepared;
  };

/** Every model that the agent may fall back to, resolved as Mastra resolves it. */
async function governModels(turn: Turn, { config, context }: Asked): Promise<Model> {
  const { name, instructions, mastra } = config;
  const probe = new Agent({ name, instructions, model: config.model, ...(mastra ? { mastra } : {}) });
  const governed = async (modelConfig: unknown) => {
    const model = await probe.getModel({ runtimeContext: context, modelConfig: modelConfig as never });
    if (model.specificationVersion !== "v2") await turn.unsupported("pre_model_call", "a model of the AI SDK 4");
    return governAiModel(model as unknown as AiModel, turn) as never;
  };
  if (!Array.isArray(config.model)) return governed(config.model);
  return Promise.all(config.model.map(async (one) => ({ ...one, model: await governed(one.model) })));
}
