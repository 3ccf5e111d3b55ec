/** LangChain's `createAgent`, a LangGraph underneath, under the whole contract: one call installs all of it. */
import type { ClientTool } from "@langchain/core/tools";
import { type AnyAgentMiddleware, type CreateAgentParams, createAgent, type ReactAgent } from "langchain";
import type { AgentHooks } from "../../../agent-hooks/hook-session";
import { refuseEntry } from "../turn";
import { GovernedAgent } from "./governed-agent";
import { guardMiddleware } from "./guard-middleware";
import { refusedPart } from "./refused-parts";
import { Runs } from "./runs";
import { seal } from "./seal";

/**
 * The one way in: the parameters of `createAgent`, governed. Every call of the result emits all points or refuses with
 * `host_error:adapter_unsupported`; blocks are thrown as `InterceptionBlocked`.
 */
export function governAgent(hooks: AgentHooks, params: CreateAgentParams): GovernedAgent {
  const runs = new Runs();
  const refused = refusedPart(params);
  const inner = refused === null ? guardedAgent(hooks, params, runs) : null;
  return new GovernedAgent({ hooks, runs, inner, refused, tools: toolsOf(params).map(({ name }) => name) });
}

/** The framework's own agent with the guard in it. Without a run of a `GovernedAgent` it refuses to call model or tools. */
export function guardedAgent(hooks: AgentHooks, params: CreateAgentParams, runs: Runs): ReactAgent {
  const middleware = params.middleware ?? [];
  const guard = guardMiddleware({
    runs,
    refuse: (point, entry) => refuseEntry(hooks, point, entry),
    throwToolErrors: middleware.some(({ wrapToolCall }) => wrapToolCall !== undefined),
  });
  const sealed = (tool: ClientTool) =>
    seal(tool, `tool ${tool.name}`, (entry) => refuseEntry(hooks, "pre_tool_call", entry));
  const { model, tools = [] } = params;
  return createAgent({
    ...params,
    model:
      typeof model === "string" ? model : seal(model, "model", (entry) => refuseEntry(hooks, "pre_model_call", entry)),
    tools: (tools as ClientTool[]).map(sealed),
    middleware: [guard.first, ...middleware.map((one) => withSealedTools(one, sealed)), guard.last],
  } as never) as unknown as ReactAgent;
}

function withSealedTools(middleware: AnyAgentMiddleware, sealed: (tool: ClientTool) => ClientTool): AnyAgentMiddleware {
  if (!middleware.tools) return middleware;
  return Object.create(middleware, { tools: { value: (middleware.tools as ClientTool[]).map(sealed) } });
}

const toolsOf = ({ tools = [], middleware = [] }: CreateAgentParams): ClientTool[] =>
  [...tools, ...middleware.flatMap((one) => one.tools ?? [])] as ClientTool[];
