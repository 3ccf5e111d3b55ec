/** Applies the bundle's host rules, at points that ACS has no hook for and before those that it has. Registered first. */
import type { AgentContext, Interceptor, Verdict } from "../../agent-hooks/types";
import { applyHostRules } from "../../core/agent-hooks/host-rules";
import { memberAt } from "../../core/json/build";
import { note } from "./guardian-link";
import type { GuardianLinks } from "./guardian-links";

/** No record may have a longer one, and a model can make up any: without it the record is delivered all the same. */
const LONGEST_NAME = 256;

export function rulesInterceptor(links: GuardianLinks): Interceptor {
  return { name: "guardian-host-rules", intercept: (context) => judge(links, context) };
}

async function judge(links: GuardianLinks, context: AgentContext): Promise<Verdict> {
  const link = await links.of(context);
  const tool = memberAt(context, "tool_call", "name");
  note(link, context.sequence, typeof tool === "string" && tool.length <= LONGEST_NAME ? { tool } : {});
  const model = memberAt(context, "model", "id");
  const { interception_point: point, target } = context;
  const verdict = applyHostRules(link.rules, { point, target, modelId: typeof model === "string" ? model : null });
  const { warnings, ...rest } = verdict;
  return warnings.length === 0 ? rest : verdict;
}
