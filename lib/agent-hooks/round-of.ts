/** One emission as a profile sees it: whom it may ask, what it may rewrite, when it may consult. */
import { err, ok, type Result } from "../core/result";
import { consult } from "./approval";
import { isLarger } from "./bounds";
import type { Round } from "./composition/round";
import { deepCopy } from "./deep-copy";
import { admit } from "./domain";
import { judge } from "./judge";
import type { Settings } from "./settings";
import { applyTransform, type Transform } from "./transform";
import type { AgentContext, HostError } from "./types";

export function roundOf(settings: Settings, context: AgentContext): Round {
  const point = context.interception_point;
  const isEnforced = settings.modeAt(point) === "enforce";
  // nothing is left to approve at the end (§6.1a), and nothing waits for an approval that is not enforced (§8)
  const seam = isEnforced && point !== "agent_shutdown" ? settings.seam : null;
  return {
    context,
    indices: [...settings.interceptors.keys()].filter((i) => settings.interceptors[i]?.at?.includes(point) ?? true),
    judge: async (index, current) => ({ index, verdict: await judge(settings, index, deepCopy(current)) }),
    rewrite(current, verdict) {
      if (verdict.decision !== "transform") return ok(current);
      const rewritten = boundedTransform(settings, current, verdict.transform);
      return isEnforced || !rewritten.ok ? rewritten : ok(current);
    },
    async consult(deny, current) {
      if (seam === null || deny.decision !== "deny") return { kind: "stands" };
      return consult(seam, deny, current);
    },
  };
}

function boundedTransform(
  settings: Settings,
  context: AgentContext,
  transform: Transform,
): Result<AgentContext, HostError> {
  const rewritten = applyTransform(context, transform);
  if (!rewritten.ok) return rewritten;
  const bounded = admit(rewritten.value);
  if (!bounded.ok || isLarger(bounded.value, settings.maxContextBytes)) return err("host_error:context_invalid");
  return rewritten;
}
