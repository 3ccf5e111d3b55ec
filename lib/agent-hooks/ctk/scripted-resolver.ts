/** A resolver that answers by the rules of a vector and notes what it was asked. */
import { contextIdentity } from "../identity";
import type { ApprovalRequest, ApprovalResolver } from "../types";
import { matches } from "./scripted-interceptor";
import type { ApprovalRule, Vector } from "./vector";

export interface ScriptedResolver {
  /** Null: the vector registers none. */
  readonly resolver: ApprovalResolver | null;
  readonly requests: readonly ApprovalRequest[];
}

export function scriptedResolver({ approval_script: rules = [] }: Vector): ScriptedResolver {
  const requests: ApprovalRequest[] = [];
  if (rules.length === 0) return { resolver: null, requests };
  const resolver: ApprovalResolver = {
    resolve(request) {
      requests.push(structuredClone(request));
      const rule = rules.find(({ match }) => matches(request.context, match));
      return rule ? answer(rule, request) : { outcome: "unresolved", context_identity: request.context_identity };
    },
  };
  return { resolver, requests };
}

function answer({ resolve }: ApprovalRule, request: ApprovalRequest): unknown {
  switch (resolve.fault) {
    case "raise":
      throw new Error("scripted fault of the resolver");
    case "hang":
      return new Promise(() => undefined);
    case "null":
      return null;
    default: {
      const verdict = resolve.verdict === undefined ? {} : { verdict: structuredClone(resolve.verdict) };
      return { outcome: resolve.outcome, context_identity: identityOf(resolve, request), ...verdict };
    }
  }
}

function identityOf(resolve: ApprovalRule["resolve"], request: ApprovalRequest): string | null {
  if (resolve.echo_recomputed === true) {
    const identity = contextIdentity(request.context);
    return identity.ok ? identity.value : null;
  }
  return resolve.identity_override ?? request.context_identity;
}
