/** Interceptors that answer by the rules of a vector; the first of them notes every context that it is shown. */
import type { JsonObject } from "../../core/json/value";
import type { AgentContext, Interceptor } from "../types";
import { valueAt } from "./dotted-path";
import { sameJson } from "./same-json";
import type { InterceptorRule, Vector } from "./vector";

export interface ScriptedInterceptors {
  readonly interceptors: readonly Interceptor[];
  /** What the first interceptor was shown, in order. */
  readonly contexts: readonly AgentContext[];
}

export function scriptedInterceptors(vector: Vector): ScriptedInterceptors {
  const scripts = vector.interceptor_scripts ?? [vector.interceptor_script ?? []];
  const contexts: AgentContext[] = [];
  const interceptors = scripts.map((rules, index): Interceptor => {
    const note = index === 0 ? (context: AgentContext) => contexts.push(structuredClone(context)) : () => 0;
    return {
      name: `ctk-${index}`,
      intercept(context) {
        note(context);
        return answer(rules, context);
      },
    };
  });
  return { interceptors, contexts };
}

/** All pairs equal; no `match` matches. */
export const matches = (value: unknown, match: JsonObject = {}): boolean =>
  Object.entries(match).every(([path, expected]) => sameJson(valueAt(value, path), expected));

function answer(rules: readonly InterceptorRule[], context: AgentContext): unknown {
  const rule = rules.find(({ at, match }) => at === context.interception_point && matches(context, match));
  switch (rule?.fault) {
    case "raise":
      throw new Error("scripted fault of an interceptor");
    case "malformed_verdict":
      return { decision: "transform" };
    case "mutate":
      scribble(context);
      return { decision: "allow", reason: "ctk:mutated" };
    case "hang":
      return new Promise(() => undefined);
    case "no_json":
      return { decision: "allow", reason: 1n };
    default:
      return rule ? structuredClone(rule.return) : { decision: "allow" };
  }
}

type Draft = { [member: string]: unknown };

/** Overwrites every string in place, at any depth, and adds a member to every object. */
function scribble(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const draft = value as Draft;
  for (const [name, item] of Object.entries(draft)) {
    if (typeof item === "string") draft[name] = "ctk:scribbled";
    else scribble(item);
  }
  if (!Array.isArray(value)) draft.ctk_scribbled = true;
}
