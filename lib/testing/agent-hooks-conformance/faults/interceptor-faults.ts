/** Faults in how interceptors are asked and their answers taken. */

import type { AgentContext } from "../../../agent-hooks/types";
import { isJsonObject } from "../../../core/json/value";
import { answering, type Fault } from "./fault";

const ALLOW = { decision: "allow" };
const SHORT_MS = 5;

const later = (ms: number) => new Promise((resolve) => setTimeout(() => resolve(ALLOW), ms));

/** One copy for all who judge the same emission. */
function sharing() {
  const shared = new Map<string, AgentContext>();
  return answering((interceptor, context, signal) => {
    const key = `${context.session.id} ${context.sequence}`;
    if (!shared.has(key)) shared.set(key, context);
    return interceptor.intercept(shared.get(key) as AgentContext, signal);
  });
}

/** Applies `change` to answers that are objects. */
const rewriting = (change: (verdict: { [member: string]: unknown }) => unknown) =>
  answering((interceptor, context, signal) => {
    const answer = interceptor.intercept(context, signal);
    return isJsonObject(answer) ? change({ ...answer }) : answer;
  });

const isReserved = (reason: unknown) => typeof reason === "string" && reason.startsWith("host_error:");

export const INTERCEPTOR_FAULTS: readonly Fault[] = [
  { name: "interceptors share one copy of the context", red: [361, 362], options: (options) => sharing()(options) },
  {
    name: "a throw counts as an allow",
    red: [225, 253, 372],
    options: answering((interceptor, context, signal) => {
      try {
        return interceptor.intercept(context, signal);
      } catch {
        return ALLOW;
      }
    }),
  },
  {
    name: "an answer that does not come counts as an allow",
    red: [251, 254],
    options: answering((interceptor, context, signal) =>
      Promise.race([interceptor.intercept(context, signal), later(SHORT_MS)]),
    ),
  },
  {
    name: "no interceptor means no objection",
    red: [255],
    options: (options) =>
      options.interceptors.length > 0 ? options : { ...options, interceptors: [{ intercept: () => ALLOW }] },
  },
  {
    name: "what is no verdict counts as an allow",
    red: [261, 266, 267],
    options: answering(async (interceptor, context, signal) => {
      const answer = await interceptor.intercept(context, signal);
      return isJsonObject(answer) && ["allow", "deny", "transform"].includes(String(answer.decision)) ? answer : ALLOW;
    }),
  },
  {
    name: "evidence of any size is taken",
    red: [282, 283],
    options: rewriting(({ evidence: _evidence, ...verdict }) => verdict),
  },
  {
    name: "reserved reasons are taken",
    red: [262],
    options: rewriting((verdict) => (isReserved(verdict.reason) ? { ...verdict, reason: "renamed" } : verdict)),
  },
  {
    name: "an approval on an allow is overlooked",
    red: [264],
    options: rewriting(({ approval, ...verdict }) =>
      verdict.decision === "deny" ? { ...verdict, approval } : verdict,
    ),
  },
  {
    name: "liftable denies cannot be lifted",
    red: [201, 333, 336],
    options: rewriting(({ approval: _approval, ...verdict }) => verdict),
  },
  {
    name: "a transform with null is refused",
    red: [291],
    options: rewriting((verdict) =>
      isJsonObject(verdict.transform) && verdict.transform.value === null
        ? { ...verdict, transform: { path: "$target.absent" } }
        : verdict,
    ),
  },
];
