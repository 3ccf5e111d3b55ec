/** A session of the plain contract, and what its interceptors saw. */
import { createAgentHooks } from "../agent-hooks/agent-hooks";
import type { AgentHooksOptions, HookSession, SessionFacts } from "../agent-hooks/hook-session";
import type { AgentContext, InterceptionPoint } from "../agent-hooks/types";

export interface ObservedSession {
  readonly session: HookSession;
  readonly seen: readonly AgentContext[];
  /** Of the records so far. */
  points(): readonly InterceptionPoint[];
}

/** `judge` answers where it returns anything; elsewhere all is allowed. */
export function observedSession(
  judge: (context: AgentContext) => unknown = () => undefined,
  options: Partial<AgentHooksOptions> = {},
  facts: SessionFacts = {},
): ObservedSession {
  const seen: AgentContext[] = [];
  const session = createAgentHooks({
    agent: { id: "agent-1" },
    framework: "reference",
    interceptors: [
      {
        async intercept(context) {
          seen.push(structuredClone(context));
          return (await judge(context)) ?? { decision: "allow" };
        },
      },
    ],
    ...options,
  }).session(facts);
  return { session, seen, points: () => session.records.map((record) => record.interception_point) };
}

/** Denies at one point. */
export const denyAt =
  (point: InterceptionPoint, verdict: object = { decision: "deny", reason: "no" }) =>
  (context: AgentContext): unknown =>
    context.interception_point === point ? verdict : undefined;

/** What a promise was rejected with; fails the caller's expectation when it was not. */
export const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "nothing was thrown",
    (thrown: unknown) => thrown,
  );
