/** Where Claude Code cannot rewrite, a rewrite is a denial, and the record says so: the original must not go on. */
import type { AgentContext, Interceptor } from "../../../agent-hooks/types";
import { isJsonObject } from "../../../core/json/value";

const REWRITABLE: readonly string[] = ["pre_tool_call", "post_tool_call"];

export function withoutRewrites(interceptor: Interceptor): Interceptor {
  return {
    ...interceptor,
    intercept: async (context, signal) => denyRewrite(context, await interceptor.intercept(context, signal)),
  };
}

function denyRewrite(context: AgentContext, verdict: unknown): unknown {
  const isRewrite = isJsonObject(verdict) && verdict.decision === "transform";
  if (!isRewrite || REWRITABLE.includes(context.interception_point)) return verdict;
  const { transform: _transform, ...rest } = verdict;
  const why = typeof verdict.reason === "string" ? ` (${verdict.reason})` : "";
  return {
    ...rest,
    decision: "deny",
    reason: "rewrite_unsupported",
    message: `Policy would change this${why}, and Claude Code cannot; leave out what is not to be said.`,
  };
}
