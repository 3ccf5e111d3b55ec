/** What every adapter takes: the address and key of a Guardian, or Agent Hooks that were made already. */
import { createAgentHooks } from "../../agent-hooks/agent-hooks";
import type { AgentHooks, AgentHooksOptions, Surface } from "../../agent-hooks/hook-session";
import { guardianHooks } from "../agent-hooks/guardian-hooks";
import type { GuardianHooksOptions } from "../agent-hooks/hook-options";

export type GovernedOptions = Omit<GuardianHooksOptions, "framework"> &
  Pick<AgentHooksOptions, "identityProvider" | "redactForApproval" | "maxContextBytes" | "keptRecords" | "surface">;

/** Agent Hooks as they are (for local guards and tests), or what is needed to make them. */
export type HooksGiven = AgentHooks | GovernedOptions;

export interface Governed extends AgentHooks {
  /** Sends what is left of the records. Sessions are ended by their own `shutdown`. */
  close(): Promise<void>;
}

/**
 * The hooks of one adapter. `surface` is what the adapter declares; options may override it. Throws TypeError on options
 * that cannot be used, and on hooks that were made for another framework.
 */
export function governed(given: HooksGiven, framework: string, surface: Partial<Surface> = {}): Governed {
  if ("session" in given) {
    if (given.framework !== framework) throw new TypeError(`framework: these hooks are for ${given.framework}`);
    return { ...partsOf(given), close: async () => closeOf(given)?.() };
  }
  const { identityProvider, redactForApproval, maxContextBytes, keptRecords, surface: declared, ...rest } = given;
  const { close, flush: _flush, resume: _resume, kept: _kept, ...hooks } = guardianHooks({ ...rest, framework });
  const made = createAgentHooks({
    ...hooks,
    identityProvider,
    redactForApproval,
    maxContextBytes,
    keptRecords,
    surface: { ...surface, ...declared },
    ...(rest.clock === undefined ? {} : { clock: rest.clock }),
  });
  return { ...partsOf(made), close };
}

const partsOf = (hooks: AgentHooks): AgentHooks => ({
  framework: hooks.framework,
  surface: hooks.surface,
  session: (facts) => hooks.session(facts),
});

const closeOf = (hooks: AgentHooks): (() => Promise<void>) | undefined => (hooks as Partial<Governed>).close;
