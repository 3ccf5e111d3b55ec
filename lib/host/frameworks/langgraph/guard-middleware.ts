/**
 * The guard inside the graph. Its last middleware holds the points, so that what is judged is what runs; its first hides the
 * real model and tools from the middleware between them, and judges what those make up instead of calling on.
 */
import { AIMessage } from "@langchain/core/messages";
import { Runnable } from "@langchain/core/runnables";
import { type AnyAgentMiddleware, createMiddleware, type ModelRequest } from "langchain";
import type { InterceptionPoint } from "../../../agent-hooks/types";
import { governModel } from "./governed-model";
import { governToolCall, timesGuarded } from "./governed-tool-call";
import { showMessages, showResponse, takeResponse } from "./messages";
import type { ActiveRun, Runs } from "./runs";
import { seal, unseal } from "./seal";

export interface GuardParts {
  readonly runs: Runs;
  /** Refuses a call that belongs to no run. */
  readonly refuse: (point: InterceptionPoint, entry: string) => Promise<never>;
  /** Other middleware handles tool errors. */
  readonly throwToolErrors: boolean;
}

interface InRun {
  readonly runtime: { readonly configurable?: unknown };
}

export function guardMiddleware(parts: GuardParts): { first: AnyAgentMiddleware; last: AnyAgentMiddleware } {
  const runOf = async ({ runtime }: InRun, point: InterceptionPoint): Promise<ActiveRun> =>
    parts.runs.of(runtime.configurable) ?? parts.refuse(point, "the graph without its governed agent");
  const { throwToolErrors } = parts;
  const first = createMiddleware({
    name: "AgentHooksFirst",
    beforeAgent: async (_state, runtime) => {
      const run = await runOf({ runtime }, "input");
      if (run.entered) await run.turn.unsupported("input", "the graph from within its own run");
      run.entered = true;
    },
    wrapModelCall: async (request, handler) => {
      const run = await runOf(request, "pre_model_call");
      const callsBefore = run.modelCalls;
      const model = seal(request.model, "request.model", (entry) => run.turn.unsupported("pre_model_call", entry));
      const response = await handler({ ...request, model });
      return run.modelCalls > callsBefore ? response : judgeMadeUp(run, request as ModelRequest, response);
    },
    wrapToolCall: async (request, handler) => {
      const run = await runOf(request, "pre_tool_call");
      const { id } = request.toolCall;
      const timesBefore = timesGuarded(run, id);
      const outcome = await handler(request);
      if (timesGuarded(run, id) > timesBefore) return outcome;
      return governToolCall({ run, request: request as never, handler: () => outcome, throwToolErrors });
    },
  });
  const last = createMiddleware({
    name: "AgentHooksLast",
    wrapModelCall: async (request, handler) => {
      const run = await runOf(request, "pre_model_call");
      await refuseUnseen(run, request as ModelRequest);
      return handler({ ...request, model: await governModel(unseal(request.model), run) });
    },
    wrapToolCall: async (request, handler) => {
      const run = await runOf(request, "pre_tool_call");
      return governToolCall({ run, request: request as never, handler: handler as never, throwToolErrors });
    },
  });
  return { first, last } as { first: AnyAgentMiddleware; last: AnyAgentMiddleware };
}

/** What runs at the provider never comes by the tool points. */
async function refuseUnseen(run: ActiveRun, { tools, modelSettings }: ModelRequest): Promise<void> {
  if (!tools.every((tool) => Runnable.isRunnable(tool))) {
    await run.turn.unsupported("pre_tool_call", "a tool that runs at the model's provider");
  }
  if (modelSettings && "tools" in modelSettings) await run.turn.unsupported("pre_tool_call", "modelSettings.tools");
}

/** A response that a middleware made without the model enters state all the same. */
async function judgeMadeUp<T>(run: ActiveRun, { messages }: ModelRequest, made: T): Promise<T | AIMessage> {
  if (!AIMessage.isInstance(made)) return run.turn.unsupported("post_model_call", "a response that no model gave");
  const judged = await run.turn.model({ id: "middleware" }, showMessages(messages), async () => showResponse(made));
  return takeResponse(judged, made);
}
