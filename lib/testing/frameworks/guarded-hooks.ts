/** Agent Hooks with one guard, and all that it saw, for the tests of a single adapter. */
import { createAgentHooks } from "../../agent-hooks/agent-hooks";
import type { AgentHooks, AgentHooksOptions } from "../../agent-hooks/hook-session";
import type { AgentContext, InterceptionPoint, InterceptionRecord } from "../../agent-hooks/types";
import type { Answer } from "../adapter-contract/scenario";

export interface Guarded {
  readonly hooks: AgentHooks;
  readonly contexts: readonly AgentContext[];
  readonly records: readonly InterceptionRecord[];
  points(): InterceptionPoint[];
}

export type Guard = { readonly [point in InterceptionPoint]?: Answer };

/** An allow where `guard` says nothing. */
export function guardedHooks(framework: string, guard: Guard = {}, options: Partial<AgentHooksOptions> = {}): Guarded {
  const contexts: AgentContext[] = [];
  const records: InterceptionRecord[] = [];
  const hooks = createAgentHooks({
    agent: { id: "tested" },
    framework,
    onRecord: (record) => records.push(record),
    interceptors: [
      {
        intercept(context) {
          contexts.push(context);
          const answer = guard[context.interception_point] ?? { decision: "allow" };
          return typeof answer === "function" ? answer(context) : answer;
        },
      },
    ],
    ...options,
  });
  return { hooks, contexts, records, points: () => contexts.map((context) => context.interception_point) };
}
