/** The model that the graph really calls: both model points around the complete response, before anyone else sees it. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { Runnable, RunnableBinding, type RunnableConfig } from "@langchain/core/runnables";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import type { ModelFacts } from "../../../agent-hooks/hook-session";
import type { JsonObject } from "../../../core/json/value";
import { plain } from "../plain";
import { showMessages, showResponse, takeMessages, takeResponse, withCallIds } from "./messages";
import type { ActiveRun } from "./runs";

type BindTools = (tools: readonly unknown[], options: object) => Runnable;

/** `model` with tools bound is what `bind` gives; every call of that passes the points. Refuses what is no chat model. */
export async function governModel(given: object, run: ActiveRun): Promise<BaseChatModel> {
  const { model, bind } = await resolveModel(given, run);
  const bindTools = (tools: readonly unknown[], options: object = {}) =>
    new GovernedCall(bind(tools, options), factsOf(model, tools), run);
  return Object.create(model, { bindTools: { value: bindTools } }) as BaseChatModel;
}

/** By the framework's own rules: a chat model, a configurable one, or one with fixed options. */
async function resolveModel(given: object, run: ActiveRun): Promise<{ model: BaseChatModel; bind: BindTools }> {
  if ("_getModelInstance" in given && typeof given._getModelInstance === "function") {
    return resolveModel(await given._getModelInstance(), run);
  }
  if (RunnableBinding.isRunnableBinding(given)) {
    const { model, bind } = await resolveModel(given.bound, run);
    const { config, kwargs, configFactories } = given;
    const hasTools = [kwargs, config].some((options) => Object.hasOwn(options ?? {}, "tools"));
    if (hasTools) await run.turn.unsupported("pre_model_call", "a model with tools of its own");
    return {
      model,
      bind: (tools, options) => new RunnableBinding({ bound: bind(tools, options), config, kwargs, configFactories }),
    };
  }
  const model = given as BaseChatModel;
  if (!("_streamResponseChunks" in given) || model.bindTools === undefined) {
    return run.turn.unsupported("pre_model_call", "a model without bindTools");
  }
  return { model, bind: (tools, options) => model.bindTools?.(tools as never, options as never) as Runnable };
}

function factsOf(model: BaseChatModel, tools: readonly unknown[]): ModelFacts {
  const named = model as { model?: unknown; modelName?: unknown };
  const id = [named.model, named.modelName].find((name) => typeof name === "string" && name !== "");
  const shown = tools.map((tool) => plain((convertToOpenAITool(tool as never) as { function?: unknown }).function));
  return {
    id: (id as string | undefined) ?? model._llmType(),
    tools: shown.map((tool) => {
      const { name, description, parameters } = tool as JsonObject;
      return plain({ name, description, schema: parameters }) as JsonObject;
    }),
  };
}

class GovernedCall extends Runnable<BaseMessage[], AIMessage> {
  lc_namespace = ["agent_hooks"];
  readonly #bound: Runnable;
  readonly #facts: ModelFacts;
  readonly #run: ActiveRun;

  constructor(bound: Runnable, facts: ModelFacts, run: ActiveRun) {
    super();
    this.#bound = bound;
    this.#facts = facts;
    this.#run = run;
  }

  override async invoke(messages: BaseMessage[], config?: Partial<RunnableConfig>): Promise<AIMessage> {
    this.#run.modelCalls += 1;
    let answered: AIMessage | undefined;
    const response = await this.#run.turn.model(this.#facts, showMessages(messages), async (permitted) => {
      // callbacks get the raw response, and streams feed on them
      const detached = { ...config, callbacks: [] };
      const answer = await this.#bound.invoke(takeMessages(permitted, messages), detached);
      answered = withCallIds(answer as AIMessage, () => `call_${crypto.randomUUID()}`);
      return showResponse(answered);
    });
    return takeResponse(response, answered as AIMessage);
  }
}
