/** One interceptor, asked once: an answer that passed the gate, or the deny that stands for its failure (§6.3). */
import { hostDeny } from "./composition/round";
import { checkVerdict } from "./gate";
import type { Settings } from "./settings";
import { within } from "./timeouts";
import type { AgentContext, Interceptor, Verdict } from "./types";

/** `copy` is the interceptor's own. Never rejects. */
export async function judge(settings: Settings, index: number, copy: AgentContext): Promise<Verdict> {
  const interceptor = settings.interceptors[index] as Interceptor;
  const point = copy.interception_point;
  const answer = await within(settings.interceptorTimeoutMs, (signal) => interceptor.intercept(copy, signal));
  if (answer.kind === "late") return hostDeny("host_error:interceptor_timeout");
  if (answer.kind === "failed") return hostDeny("host_error:interceptor_failed");
  const verdict = checkVerdict(answer.value, point);
  return verdict.ok ? verdict.value : hostDeny(verdict.failure);
}
