/** The options of one run with everything in them governed: model, tools, callbacks, and what a step or a call swaps in. */
import { gateway, type LanguageModel } from "ai";
import { governAiModel } from "../ai-model";
import type { AiModel } from "../ai-model-types";
import { HeldCallbacks } from "../held-callbacks";
import type { Turn } from "../turn";
import { DEFERRED, refusedOption } from "./call-options";
import { governTool, refusedTool } from "./govern-tools";

type Options = Readonly<Record<string, unknown>>;
type AnyFunction = (...args: unknown[]) => unknown;

export class GovernedOptions {
  readonly #turn: Turn;
  readonly #registered: ReadonlySet<string>;
  readonly #governed = new WeakSet<object>();
  readonly #callbacks = new HeldCallbacks();

  constructor(turn: Turn, registered: readonly string[]) {
    this.#turn = turn;
    this.#registered = new Set(registered);
  }

  /** Throws the refusal of the first option or tool that cannot be governed. */
  async govern<T extends object>(options: T): Promise<T> {
    const refused = refusedOption(options);
    if (refused) await this.#turn.unsupported("agent_startup", `the option ${refused}`);
    const governed: Record<string, unknown> = { ...(options as Record<string, unknown>) };
    for (const [name, value] of Object.entries(options)) {
      if (DEFERRED.includes(name) && value) governed[name] = this.#callbacks.hold(value);
      else if (name === "model") governed[name] = await this.model(value as LanguageModel);
      else if (name === "tools" && value) governed[name] = await this.#tools(value as Options);
      else if (/prepareStep$/.test(name) && value) governed[name] = this.#prepared(value as AnyFunction, "step");
      else if (name === "prepareCall" && value) governed[name] = this.#prepared(value as AnyFunction, "call");
    }
    return governed as T;
  }

  async model(model: LanguageModel): Promise<LanguageModel> {
    const resolved = typeof model === "string" ? globalModel(model) : model;
    if (this.#governed.has(resolved)) return resolved;
    const governed = governAiModel(resolved as unknown as AiModel, this.#turn);
    this.#governed.add(governed);
    return governed as unknown as LanguageModel;
  }

  /** The answer is permitted: the observers may see it. */
  release(): Promise<void> {
    return this.#callbacks.release();
  }

  async #tools(tools: Options): Promise<Options> {
    const governed: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(tools)) {
      governed[name] = await this.#tool(name, value as object);
    }
    return governed;
  }

  async #tool(name: string, tool: object): Promise<object> {
    if (this.#governed.has(tool)) return tool;
    const refused = refusedTool(tool) ?? (this.#registered.has(name) ? null : "a tool that was not there at startup");
    if (refused) await this.#turn.unsupported("pre_tool_call", refused);
    const governed = governTool(this.#turn, name, tool);
    this.#governed.add(governed);
    return governed;
  }

  /** `prepareStep` may swap the model, `prepareCall` anything. */
  #prepared(prepare: AnyFunction, kind: "step" | "call"): AnyFunction {
    if (this.#governed.has(prepare)) return prepare;
    const governed = async (...args: unknown[]) => {
      const prepared = (await prepare(...args)) as (Options & { model?: LanguageModel }) | undefined;
      if (!prepared) return prepared;
      if (kind === "call") return this.govern(prepared);
      return prepared.model ? { ...prepared, model: await this.model(prepared.model) } : prepared;
    };
    this.#governed.add(governed);
    return governed;
  }
}

/** As the SDK resolves a model's name. */
function globalModel(id: string): Exclude<LanguageModel, string> {
  const { AI_SDK_DEFAULT_PROVIDER: provider } = globalThis as { AI_SDK_DEFAULT_PROVIDER?: typeof gateway };
  return (provider ?? gateway).languageModel(id);
}
