/** A deliberately faulty contract: ours with one thing wrong, and the vectors that must see it. */
import { createEmitter } from "../../../agent-hooks/emitter";
import type { AgentHooks, AgentHooksOptions, HookSession, Surface } from "../../../agent-hooks/hook-session";
import { createSession } from "../../../agent-hooks/session/create-session";
import type { AgentContext, Emission, Emitter, Interceptor } from "../../../agent-hooks/types";
import type { SurfaceName } from "../surfaces";

export interface Fault {
  readonly name: string;
  /** Numbers of vectors of ours that must turn red. */
  readonly red: readonly number[];
  /** Default `continue`. */
  readonly surface?: SurfaceName;
  readonly options?: (options: AgentHooksOptions) => AgentHooksOptions;
  readonly emission?: (
    emission: Emission,
    given: AgentContext,
    options: AgentHooksOptions,
  ) => Emission | Promise<Emission>;
  /** What is emitted in place of the context. */
  readonly context?: (context: AgentContext) => AgentContext;
  readonly session?: (session: HookSession) => HookSession;
}

/** The factory to test in place of `createAgentHooks`. */
export function plant(fault: Fault): (options: AgentHooksOptions) => AgentHooks {
  return (given) => {
    const options = fault.options?.(given) ?? given;
    const surface = options.surface as Surface;
    const { framework, agent } = options;
    const host = { emitter: faultyEmitter(fault, options), agent, framework, surface, clock: Date.now };
    const wrap = fault.session ?? ((session: HookSession) => session);
    return { framework, surface, session: (facts = {}) => wrap(createSession(host, facts)) };
  };
}

function faultyEmitter({ emission: change, context: replace }: Fault, options: AgentHooksOptions): Emitter {
  const emitter = createEmitter(options);
  return {
    async emit(context) {
      const given = replace?.(context as AgentContext) ?? (context as AgentContext);
      const emission = await emitter.emit(given);
      return change ? change(emission, given, options) : emission;
    },
    recordHostFailure: (point, facts) => emitter.recordHostFailure(point, facts),
    get recent() {
      return emitter.recent;
    },
    get dropped() {
      return emitter.dropped;
    },
  };
}

/** Every interceptor with its answering replaced. */
export const answering =
  (answer: (interceptor: Interceptor, context: AgentContext, signal: AbortSignal) => unknown) =>
  (options: AgentHooksOptions): AgentHooksOptions => ({
    ...options,
    interceptors: options.interceptors.map((one) => ({
      ...one,
      intercept: (context, signal) => answer(one, context, signal),
    })),
  });

/** The same emission with other members on its record. */
export const withRecord = (emission: Emission, members: Partial<Emission["record"]>): Emission => ({
  ...emission,
  record: { ...emission.record, ...members },
});
