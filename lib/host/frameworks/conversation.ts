/** Several calls of a governed agent as the turns of one session: one startup, one shutdown. */
import type { AgentHooks, HookSession, SessionFacts } from "../../agent-hooks/hook-session";

export interface Conversation {
  /** Give them to an adapter in place of its own: every call of the governed agent is a turn of this session. */
  readonly hooks: AgentHooks;
  readonly session: HookSession;
  /** `agent_shutdown`. Later turns are refused. */
  close(reason?: "completed" | "error" | "cancelled"): Promise<void>;
}

/**
 * The first turn starts the session; a turn that fails does not end it. A denied start refuses every turn. Calls take no facts
 * of their own (TypeError), and a turn with tools that were not there at startup is refused.
 */
export function openConversation(hooks: AgentHooks, facts?: SessionFacts): Conversation {
  const session = hooks.session(facts);
  let start: { readonly tools: ReadonlySet<string>; readonly started: Promise<void> } | null = null;
  const startup = async (tools: readonly string[]): Promise<void> => {
    start ??= { tools: new Set(tools), started: session.startup(tools) };
    const { tools: registered, started } = start;
    await started;
    if (tools.some((name) => !registered.has(name))) {
      await session.unsupported("agent_startup", "tools that were not there at startup");
    }
  };
  const turns: HookSession = Object.create(session, {
    startup: { value: startup },
    // a turn's end is not the session's
    shutdown: { value: async () => {} },
  });
  return {
    session,
    hooks: {
      framework: hooks.framework,
      surface: hooks.surface,
      session(given) {
        if (given !== undefined) throw new TypeError("facts: they were given with the conversation");
        return turns;
      },
    },
    close: (reason = "completed") => session.shutdown(reason),
  };
}
