/** A conversation with a plain agent: start-up, any number of turns, shutdown, every action behind its point. */
import { type HookSession, InterceptionBlocked } from "../../../agent-hooks/hook-session";
import type { JsonValue } from "../../../core/json/value";
import type { LoopAgent, LoopMessage } from "./agent";
import { askModel } from "./ask-model";
import { runTools } from "./run-tools";
import type { RunningTurn, TurnOptions } from "./running-turn";

const MAX_MODEL_CALLS = 25;

export interface Conversation {
  readonly session: HookSession;
  /** What later turns build on: only what was permitted, as it was permitted. A turn that failed leaves nothing. */
  readonly history: readonly LoopMessage[];
  /** One request and its answer. Throws `InterceptionBlocked` when the turn is denied, other errors as they came. */
  turn(content: JsonValue, options?: TurnOptions): Promise<JsonValue>;
  /** agent_shutdown, once, last. Never throws. The reason defaults to how the last turn ended. */
  close(reason?: "completed" | "error" | "cancelled"): Promise<void>;
}

/** Emits agent_startup. Throws `InterceptionBlocked` when it is denied; the session is then closed already. */
export async function openConversation(session: HookSession, agent: LoopAgent): Promise<Conversation> {
  const history: LoopMessage[] = agent.system === undefined ? [] : [{ role: "system", content: agent.system }];
  let lastEnd: "completed" | "error" | "cancelled" = "completed";
  try {
    await session.startup(Object.keys(agent.tools ?? {}));
  } catch (blocked) {
    await session.shutdown("error");
    throw blocked;
  }
  return {
    session,
    get history() {
      return [...history];
    },
    async turn(content, options = {}) {
      const draft = [...history];
      try {
        const answer = await runTurn({ session, agent, draft, options }, content);
        history.splice(0, history.length, ...draft);
        lastEnd = "completed";
        return answer;
      } catch (thrown) {
        lastEnd = options.signal?.aborted === true && !(thrown instanceof InterceptionBlocked) ? "cancelled" : "error";
        throw thrown;
      }
    },
    close: (reason) => session.shutdown(reason ?? lastEnd),
  };
}

async function runTurn(turn: RunningTurn, content: JsonValue): Promise<JsonValue> {
  const { session, agent, draft, options } = turn;
  const { role = "user" } = options;
  draft.push({ role, content: await session.input(content, role) });
  for (let calls = 0; calls < (agent.maxModelCalls ?? MAX_MODEL_CALLS); calls += 1) {
    options.signal?.throwIfAborted();
    const response = await askModel(turn);
    if (response.tool_calls.length === 0) {
      const answer = await session.output(response.content);
      draft.push({ role: "assistant", content: answer });
      return answer;
    }
    draft.push({ role: "assistant", content: response.content, tool_calls: response.tool_calls });
    draft.push(...(await runTools(turn, response.tool_calls)));
  }
  throw new Error("the model kept asking for tools");
}
