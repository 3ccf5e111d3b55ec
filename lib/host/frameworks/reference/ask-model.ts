/** One model call behind its two points. */
import type { ModelFacts, ModelResponse } from "../../../agent-hooks/hook-session";
import type { JsonObject } from "../../../core/json/value";
import type { LoopAgent } from "./agent";
import type { RunningTurn } from "./running-turn";

/** The response to go on with. Throws the block, or what the model call itself threw. */
export function askModel({ session, agent, draft, options }: RunningTurn): Promise<ModelResponse> {
  const tools = declarations(agent);
  const signal = options.signal ?? new AbortController().signal;
  const facts: ModelFacts = { ...agent.model, ...(tools.length > 0 ? { tools } : {}) };
  if ("respond" in agent) return session.model(facts, draft, (messages) => agent.respond({ messages, tools, signal }));
  return session.stream(facts, draft, {
    open: (messages) => agent.stream({ messages, tools, signal }),
    ...(options.onSegment ? { release: options.onSegment } : {}),
  });
}

/** What models are told of tools. */
function declarations({ tools = {} }: LoopAgent): readonly JsonObject[] {
  return Object.entries(tools).map(([name, { description, parameters }]) => ({
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { schema: parameters }),
  }));
}
