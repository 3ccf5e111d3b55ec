/** One model call behind its two points: a complete response, or pieces that are put together before they are judged. */
import type { ModelFacts, ModelResponse } from "../../../agent-hooks/hook-session";
import type { JsonObject } from "../../../core/json/value";
import type { LoopAgent, ModelChunk } from "./agent";
import { assemble } from "./assemble";
import type { RunningTurn } from "./conversation";

/** The response to go on with. Throws the block, or what the model call itself threw. */
export async function askModel({ session, agent, draft, options }: RunningTurn): Promise<ModelResponse> {
  const tools = declarations(agent);
  const signal = options.signal ?? new AbortController().signal;
  const facts: ModelFacts = { ...agent.model, ...(tools.length > 0 ? { tools } : {}) };
  return session.model(facts, draft, async (messages) => {
    const reply = agent.respond({ messages, tools, signal });
    return isStream(reply) ? assemble(reply) : reply;
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

function isStream(reply: ReturnType<LoopAgent["respond"]>): reply is AsyncIterable<ModelChunk> {
  return Symbol.asyncIterator in reply;
}
