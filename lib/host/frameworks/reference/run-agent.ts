/** One request to a plain agent, from start-up to shutdown. */
import type { AgentHooks, SessionFacts } from "../../../agent-hooks/hook-session";
import type { JsonValue } from "../../../core/json/value";
import type { LoopAgent } from "./agent";
import { openConversation } from "./conversation";
import type { TurnOptions } from "./running-turn";

export interface RunOptions extends TurnOptions {
  readonly session?: SessionFacts;
}

/** The answer as it was permitted to leave. Throws `InterceptionBlocked` when the run was denied; shutdown is emitted in any case. */
export async function runAgent(
  hooks: AgentHooks,
  agent: LoopAgent,
  request: { readonly input: JsonValue; readonly options?: RunOptions },
): Promise<JsonValue> {
  const { session: facts, ...turn } = request.options ?? {};
  const conversation = await openConversation(hooks.session(facts), agent);
  try {
    return await conversation.turn(request.input, turn);
  } finally {
    await conversation.close();
  }
}
