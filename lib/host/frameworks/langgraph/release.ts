/** The end of a run: the answer passes `output`, and what a thread remembers of it is what was permitted. */
import { type BaseMessage, RemoveMessage } from "@langchain/core/messages";
import type { ReactAgent } from "langchain";
import { findBlocked } from "../../../agent-hooks/hook-session";
import type { Turn } from "../turn";
import type { AgentConfig } from "./agent-config";
import { type AgentState, readOutput, takeOutput, withAnswer } from "./turn-output";

export interface Ending {
  readonly agent: ReactAgent;
  readonly config: AgentConfig;
  readonly turn: Turn;
}

/** The state to hand out; the same object when the answer was left alone. Throws the block. */
export async function release(ending: Ending, state: AgentState): Promise<AgentState> {
  const { turn } = ending;
  turn.check();
  try {
    const permitted = takeOutput(state, await turn.answer(readOutput(state)));
    if (permitted === undefined) return await turn.fail("output", "output.content: not what the graph can give");
    if (permitted !== state) await remember(ending, state, permitted);
    return permitted;
  } catch (thrown) {
    const blocked = findBlocked(thrown);
    if (blocked && !state.__interrupt__) await remember(ending, state, withAnswer(state, blocked.toolMessage));
    throw thrown;
  }
}

/** Without a thread there is nothing that outlives the run. Message ids make the reducer replace, not append. */
async function remember({ agent, config }: Ending, before: AgentState, { messages }: AgentState): Promise<void> {
  if (!agent.checkpointer || config.configurable?.thread_id === undefined) return;
  const kept = new Set(messages.map(({ id }) => id));
  const gone = before.messages.filter(({ id }) => id !== undefined && !kept.has(id));
  const removals: BaseMessage[] = gone.map(({ id }) => new RemoveMessage({ id: id as string }));
  // a block has aborted the signal of the run
  const { signal: _, ...thread } = config;
  await agent.graph.updateState(thread as never, { messages: [...removals, ...messages.slice(-1)] }, "model_request");
}
