/** Interceptors and resolvers of Agent Hooks that say what a test wants. */
import type { AgentContext, ApprovalResolver, Interceptor } from "../agent-hooks/types";

export const ALLOW = { decision: "allow" };
export const DENY = { decision: "deny", reason: "no" };
export const ASK = { decision: "deny", reason: "ask", approval: { item: 1 } };
export const write = (value: unknown, path = "$target.amount") => ({
  decision: "transform",
  transform: { path, value },
});

export const saying = (answer: unknown): Interceptor => ({ intercept: () => answer });

/** Allows, and keeps what it saw. */
export const looking = (seen: unknown[], pick: (context: AgentContext) => unknown): Interceptor => ({
  intercept(context) {
    seen.push(structuredClone(pick(context)));
    return ALLOW;
  },
});

export const approving = (verdict: unknown): ApprovalResolver => ({
  resolve: (request) => ({ outcome: "approve", context_identity: request.context_identity, verdict }),
});
