/** The session that an adapter opens by itself, for tests that want its records. */
import type { AgentHooks, HookSession } from "../../agent-hooks/hook-session";

export interface CapturedSession {
  readonly hooks: AgentHooks;
  /** The first session opened. Throws when none was: an entry point then ran outside the contract. */
  session(): HookSession;
}

export function captureSession(hooks: AgentHooks): CapturedSession {
  let captured: HookSession | undefined;
  return {
    hooks: {
      framework: hooks.framework,
      surface: hooks.surface,
      session(facts) {
        const session = hooks.session(facts);
        captured ??= session;
        return session;
      },
    },
    session() {
      if (!captured) throw new Error("no session was opened");
      return captured;
    },
  };
}
